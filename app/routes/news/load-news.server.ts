import type { City } from '#server/contract/cities.ts'
import { getNews, listNews } from '#server/contract/content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { isWithdrawn, need } from '#app/api/need.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { existingPage } from '#app/school/list-part.server.ts'
import { pageOf } from '#app/school/require-id.ts'
import { rowsOrNothing } from '#app/school/rows-or-nothing.server.ts'
import { newsView } from '#app/ui/news-view.ts'

type Caller = { context: AppLoadContext; request: Request }

/** One full screen of tiles, the first of them large. */
const pageSize = 13

/** A page of a city's news; throws 404 for a page beyond the last. */
export async function loadList(caller: Caller, city: City) {
  const input = { page: pageOf(caller.request), page_size: pageSize }
  const reply = await apiFor(caller)(listNews, input, { city: city.code })
  const { items, ...list } = existingPage(need(reply))
  return { kind: 'list' as const, city, list, items: items.map(newsView) }
}

/** One news item with a promise of others; throws 404 for one that never was. */
export async function loadItem(caller: Caller, city: City, id: number) {
  const api = apiFor(caller)
  const others = rowsOrNothing(api(listNews, { page_size: 4 }, { city: city.code }), newsView, caller)
  const reply = await api(getNews, { id }, { city: 'all' })
  if (isWithdrawn(reply)) return { kind: 'withdrawn' as const, city, others }
  return { kind: 'item' as const, city, item: need(reply), others }
}
