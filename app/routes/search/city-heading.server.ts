import type { City } from '#server/contract/cities.ts'
import { findQueryTerm } from '#server/contract/search/query-terms.ts'
import { schoolListPath } from '#app/paths.ts'
import type { SchoolCardView } from '#app/schools/school-card-view.ts'

type Query = { q?: string | undefined; filters: Readonly<Record<string, string>> }
/** `total` is absent where unknown. */
type Found = { cards: readonly Pick<SchoolCardView, 'closed'>[]; total: number | undefined }

/** Heading of a search's results in one city, with the link to the city's own list. */
export type CityHeading = { id: string; title: string; note?: string; href?: string; more?: string }

/**
 * The heading of one city's results. Its link opens the list with the same filters and text; of a text that names a term the
 * term's list, which has other schools (no closed ones), so that link promises no number, and needs an open school.
 */
export function cityHeading(city: City, { q, filters }: Query, { cards, total }: Found): CityHeading {
  const known = q === undefined ? undefined : findQueryTerm(city, q)
  const query = new URLSearchParams(filters).toString()
  const path = schoolListPath(city, known?.city.code === city.code ? known.word.slug : q)
  const href = query === '' ? path : `${path}?${query}`
  const count = total === undefined ? undefined : `${total} 所`
  const id = `in-${city.pinyin}`
  if (known === undefined) {
    return {
      id,
      title: count === undefined ? city.name : `${city.name} ${count}`,
      href,
      ...(total === cards.length ? { more: `在${city.name}的 ${count}里筛选` } : {}),
    }
  }
  return {
    id,
    title: city.name,
    ...(count === undefined ? {} : { note: count }),
    ...(cards.every(({ closed }) => closed) ? {} : { href, more: `看“${known.word.label}”名单` }),
  }
}
