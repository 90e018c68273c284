import { listCenterCollect } from '#server/contract/accounts/center.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { lastPageOf } from '#app/page-number.ts'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { favouritesHref, type FavouritesSort } from './favourites-sort.ts'

type Answer = DataOf<typeof listCenterCollect>
type List = Extract<Answer, { items: unknown[] }>

/**
 * Loads one page of the visitor's favourites of all cities as cards, and separately withdrawn schools; `notes` are the
 * private notes by school, `last` is the number of the last page.
 */
export async function loadFavourites(caller: Caller, sort: FavouritesSort, page: number) {
  const data = await authenticatedCall(caller, favouritesHref(sort, page), (api) =>
    api(listCenterCollect, { sort, page }, { city: 'all' }).then(unwrapOrThrow),
  )
  if (!isList(data)) throw new Error('the API sent states of schools in place of a list of favourites')
  const { items, total, page_size: pageSize } = data
  const shown = items.filter(({ withdrawn }) => withdrawn === undefined)
  const cards = shown.map(({ school }) => schoolCardView(school, { withCity: true }))
  const withdrawn = items
    .filter((item) => item.withdrawn === true)
    .map(({ school: { id, name } }) => ({ id, name }))
  const notes = Object.fromEntries(
    items.flatMap(({ school: { id }, note }) => (note === undefined ? [] : [[id, note]])),
  )
  return { cards, withdrawn, notes, total, page, pageSize, last: lastPageOf(data) }
}

function isList(data: Answer): data is List {
  return Array.isArray(data.items)
}
