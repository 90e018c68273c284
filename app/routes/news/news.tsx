import { data, type LoaderFunctionArgs, type MetaDescriptor, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { newsFeedPath, newsListPath, newsPath, pagedPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { loadItem, loadList } from './load-news.server.ts'
import { NewsItem } from './news-item.tsx'
import { NewsList } from './news-list.tsx'
import { parseNewsAddress } from './parse-news-address.server.ts'
import { WithdrawnNews } from './withdrawn-news.tsx'

/** Texts of the route `newsList`. */
export const newsListTemplate: Template = {
  title: '{year}{city}国际学校资讯{extra1}_招生与择校动态',
  keywords: '{city}国际学校资讯,{city}国际学校招生,{city}择校动态',
  description: '{year}{city}国际学校资讯{extra2}。',
}

/** Texts of the route `newsDetail`. */
export const newsDetailTemplate: Template = {
  title: '{title}_{city}国际学校资讯',
  keywords: '{title},{city}国际学校资讯',
  description: '{extra1}{title}:{city}国际学校资讯与择校参考。',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  const site = siteOf(matches)
  if (found === undefined) return errorMeta(404, site.siteName)
  const city = found.city.name
  if (found.kind === 'withdrawn') return errorMeta(410, site.siteName)
  if (found.kind === 'item') {
    const { id, title, summary = '', picture, author, published_at, updated_at } = found.item
    const texts = pageMeta(newsDetailTemplate, {
      values: { city, title, extra1: summary },
      canonical: newsPath(id),
      image: picture,
      article: { published: published_at, updated: updated_at, author },
      ...site,
    })
    return [feedLink(found.city), ...texts]
  }
  const { page, total } = found.list
  const texts = pageMeta(newsListTemplate, {
    values: {
      city,
      extra1: page === 1 ? undefined : `（第${page}页）`,
      extra2:
        total === 0
          ? undefined
          : `:${found.items
              .slice(0, 3)
              .map(({ title }) => title)
              .join('、')}`,
    },
    canonical: total === 0 ? undefined : pagedPath(newsListPath(found.city), page),
    ...site,
  })
  return [feedLink(found.city), ...texts]
}

/** The `alternate` link of the city's feed. */
function feedLink(city: City): MetaDescriptor {
  const type = 'application/atom+xml'
  return { tagName: 'link', rel: 'alternate', type, title: `${city.name}资讯`, href: newsFeedPath(city) }
}

/**
 * `/news/` and `/news/{city}/`, with `?page=`: the list. `/news/{id}/` and `/news/{id}/{city}/`: one item; 410 for a
 * withdrawn one, 404 for an unknown one.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { city, headers, item } = parseNewsAddress({ context, request })
  const caller = { context, request }
  if (item === undefined) return data(await loadList(caller, city), { headers })
  const found = await loadItem(caller, city, item)
  return data(found, { headers, ...(found.kind === 'withdrawn' ? { status: 410 } : {}) })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function NewsPage() {
  const found = useLoaderData<typeof loader>()
  if (found.kind === 'list') return <NewsList {...found} />
  return found.kind === 'item' ? <NewsItem {...found} /> : <WithdrawnNews {...found} />
}
