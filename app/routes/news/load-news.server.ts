import { type City, cityOfCode } from '#server/contract/cities.ts'
import { getNews, listNews } from '#server/contract/articles/articles.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { articleParts } from '#app/articles/article-parts.server.ts'
import { apiFor } from '#app/api/client.server.ts'
import { isWithdrawn, unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { AppLoadContext, Caller } from '#app/load-context.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { newsListPath, newsPath, pagedPath } from '#app/paths.ts'
import { requireExistingPage } from '#app/page-parts/existing-page.server.ts'
import { rowsOrUndefined } from '#app/page-parts/rows-or-undefined.server.ts'
import { newsArticle } from '#app/seo/structured/articles.server.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { breadcrumbList, itemList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { newsCardView } from '#app/articles/news-card-view.ts'
import { itemBreadcrumbs } from './news-item.tsx'
import { listHeading, listBreadcrumbs } from './news-list.tsx'

/** Items of a page: a full screen of tiles, the first of them large. */
const pageSize = 13

/** Loads a page of a city's news; from beyond the last page throws the redirect to that. */
export async function loadList(caller: Caller, city: City) {
  const input = { page: pageNumberOf(caller.request), page_size: pageSize }
  const reply = await apiFor(caller)(listNews, input, { city: city.code })
  const { items, ...list } = requireExistingPage(unwrapOrThrow(reply), (page) =>
    pagedPath(newsListPath(city), page),
  )
  const title = listHeading(city)
  describePage(caller.context, {
    things: (around) => [
      breadcrumbList(around, listBreadcrumbs(city)),
      itemList(around, {
        name: title,
        items: items.map((item) => ({ name: item.title, path: newsPath(item.id) })),
        total: list.total,
        first: (list.page - 1) * pageSize + 1,
      }),
    ],
    dates: {
      path: pagedPath(newsListPath(city), list.page),
      title,
      updated: latestOf(items.map(({ published_at }) => published_at)),
    },
  })
  return { kind: 'list' as const, city, list, items: items.map(newsCardView) }
}

/**
 * Loads one news item with a promise of others of its city: the city that the address names, else that of the item, since
 * search engines see the address without one; else the visitor's. Throws 404 for an unknown item.
 */
export async function loadItem(
  caller: Caller,
  city: City,
  { id, isNamed }: { id: number; isNamed: boolean },
) {
  const api = apiFor(caller)
  const othersOf = ({ code }: City) =>
    rowsOrUndefined(api(listNews, { page_size: 4 }, { city: code }), newsCardView, caller)
  const reply = await api(getNews, { id }, { city: 'all' })
  if (isWithdrawn(reply)) return { kind: 'withdrawn' as const, city, others: othersOf(city) }
  const item = unwrapOrThrow(reply)
  const shown = (isNamed ? undefined : cityOfCode(item.city_code ?? '')) ?? city
  const others = othersOf(shown)
  describeItem(caller.context, shown, item)
  const { body, parts, ...facts } = item
  const isSummaryRepeated = facts.summary !== undefined && body.startsWith(`<p>${facts.summary}`)
  return {
    kind: 'item' as const,
    city: shown,
    item: { ...facts, isSummaryRepeated, parts: articleParts({ body, parts }) },
    others,
  }
}

function describeItem(context: AppLoadContext, city: City, item: DataOf<typeof getNews>): void {
  const { title, summary, picture, author, source, published_at: published, updated_at: updated } = item
  const path = newsPath(item.id)
  describePage(context, {
    things: (around) => [
      breadcrumbList(around, itemBreadcrumbs(city, title)),
      newsArticle(around, { path, title, summary, picture, author, source, published, updated }),
    ],
    dates: { path, title, images: picture ? [picture] : [], published, updated },
  })
}
