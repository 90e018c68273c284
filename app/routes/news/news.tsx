import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { newsListPath, newsPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { newsDetailTemplate } from '#app/seo/templates/news-detail.ts'
import { newsListTemplate } from '#app/seo/templates/news-list.ts'
import { loadItem, loadList } from './load-news.server.ts'
import { NewsItem } from './news-item.tsx'
import { NewsList } from './news-list.tsx'
import { readNews } from './read-news.server.ts'
import { WithdrawnNews } from './withdrawn-news.tsx'

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  const site = siteOf(matches)
  if (found === undefined) return errorMeta(404, site.siteName)
  const city = found.city.name
  if (found.kind === 'withdrawn') return errorMeta(410, site.siteName)
  if (found.kind === 'item') {
    const { id, title, summary = '' } = found.item
    return pageMeta(newsDetailTemplate, {
      values: { city, title, extra1: summary },
      canonical: newsPath(id),
      ...site,
    })
  }
  const { page } = found.list
  return pageMeta(newsListTemplate, {
    values: { city, extra1: page === 1 ? undefined : `（第${page}页）` },
    canonical: newsListPath(found.city) + (page === 1 ? '' : `?page=${page}`),
    ...site,
  })
}

/**
 * `/news/` and `/news/{city}/`, with `?page=`: the list. `/news/{id}/` and `/news/{id}/{city}/`: one item; 410 for one
 * that was withdrawn, 404 for one that never was.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers, id } = readNews(request, params['*'] ?? '')
  const caller = { context, request }
  if (id === undefined) return data(await loadList(caller, city), { headers })
  const found = await loadItem(caller, city, id)
  return data(found, { headers, ...(found.kind === 'withdrawn' ? { status: 410 } : {}) })
}

export default function NewsPage() {
  const found = useLoaderData<typeof loader>()
  if (found.kind === 'list') return <NewsList {...found} />
  return found.kind === 'item' ? <NewsItem {...found} /> : <WithdrawnNews {...found} />
}
