import { cityOfPath } from '#app/city/city-of-path.ts'
import { childFields, childNames, type ChildQuery } from '#server/contract/child/child-query.ts'
import { childPath } from '#app/child/child-address.ts'
import { personalPath, schoolListPath } from '#app/paths.ts'
import { isPrivatePath } from '#app/visitor/private-paths.ts'
import { safeReturnPath } from '#app/visitor/return-path.ts'
import type { City } from '#server/contract/cities.ts'

const listPrefix = '/schoollist/'

/** Whether a page speaks for a child or leads to one that does; the personal centre shows whom they speak for. */
function leadsBack(path: string): boolean {
  return path.startsWith(personalPath()) || !(isPrivatePath(path) || path.startsWith(childPath))
}

/** Where a form leads: path and query of a page, its city, and its query. */
type Back = { back: string; city: City; query: URLSearchParams }

/** The page that a form about the child leads back to; the list of the current city for any other address. */
export function readBack(given: string | null, current: City): Back {
  const safe = safeReturnPath(given)
  const back = safe !== undefined && leadsBack(safe) ? safe : schoolListPath(current)
  const { pathname, searchParams } = new URL(back, 'http://site.invalid')
  return { back, city: cityOfPath(pathname) ?? current, query: searchParams }
}

/** The address of a page for another child, or for none; a list gets the budget and begins anew. */
export function pageForChild(back: string, child: ChildQuery, budget: string | undefined): string {
  const { pathname, searchParams } = new URL(back, 'http://site.invalid')
  if (pathname.startsWith(personalPath())) return pathname
  for (const name of [...childNames, 'eligible']) searchParams.delete(name)
  for (const [name, value] of childFields(child)) searchParams.append(name, value)
  if (pathname.startsWith(listPrefix)) {
    for (const name of ['page', 'fee_min', 'fee_max']) searchParams.delete(name)
    if (budget !== undefined) searchParams.set('fee_max', budget)
    if (child.near === undefined && searchParams.get('sort') === 'distance') searchParams.delete('sort')
  }
  const query = searchParams.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}
