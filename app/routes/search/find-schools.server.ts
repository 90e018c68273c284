import { cities } from '#server/contract/cities.ts'
import { listCityCategories, listSchools } from '#server/contract/schools/schools.ts'
import { facetNames, type FacetName } from '#server/contract/schools/facets.ts'
import { understandSearch } from '#server/contract/search/understand.ts'
import type { Api } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { cityHeading } from './city-heading.server.ts'
import { withoutPlace } from '#app/ui/text/school-text.ts'
import { filterFields } from './understood.server.ts'

/** How many schools of all cities one search requests. */
const maxResults = 50
/** How many schools are shown of the current city and of each other one. */
const shown = { here: 10, elsewhere: 4 }

/** What a list call narrows by: words, filters, or both. */
export type Query = {
  q?: string | undefined
  filters: Readonly<Record<string, string>>
  onlyIn?: string | undefined
}

/** Search results: in total, and by city, the current one first. */
export async function findSchools(api: Api, { q, filters, onlyIn }: Query, cityCode: string) {
  const input = { q, ...filters, ...(filters['near'] === undefined ? {} : { sort: 'distance' as const }) }
  const listIn = (city: string, page_size: number) =>
    api(listSchools, { ...input, page_size }, { city }).then(unwrapOrThrow)
  const first = onlyIn ?? cityCode
  const all = await (onlyIn === undefined ? listIn('all', maxResults) : listIn(onlyIn, shown.here))
  const isWhole = all.total <= all.items.length
  // The current city is asked for by itself when not all schools are there.
  // An English name explains a hit of a text in Latin letters, and takes a line of each card.
  const withEnglish = /[a-z]/iu.test(q ?? '')
  const here = isWhole || onlyIn !== undefined ? undefined : await listIn(cityCode, shown.here)
  const groups = cities.map((city) => {
    const { code } = city
    const items = all.items.filter((school) => school.city_code === code)
    if (code !== first)
      return { city, items: items.slice(0, shown.elsewhere), total: isWhole ? items.length : undefined }
    return {
      city,
      items: (here?.items ?? items).slice(0, shown.here),
      total: here?.total ?? (onlyIn === undefined ? items.length : all.total),
    }
  })
  return {
    total: all.total,
    totalIsFloor: all.total_is_floor === true,
    isApproximate: all.approximate === true,
    isPartlyUnknown: askedFacets(filters).some((facet) => all.unknown?.[facet] !== undefined),
    groups: groups
      .filter(({ items }) => items.length > 0)
      .toSorted((a, b) => Number(b.city.code === first) - Number(a.city.code === first))
      .map(({ city, items, total }) => {
        const cards = items.map((school) => schoolCardView(school, { withEnglish }))
        return { cityCode: city.code, heading: cityHeading(city, { q, filters }, { cards, total }), cards }
      }),
  }
}

/** The facets that filters narrow by. */
function askedFacets(filters: Query['filters']): FacetName[] {
  return facetNames.filter((name) =>
    name === 'fee' ? 'fee_min' in filters || 'fee_max' in filters : name in filters,
  )
}

/**
 * What a search text finds: by what it means, unless it is a name, or that finds nothing and its words do. `understood`
 * is the meaning by which the schools were found, `also` one by which they were not. The words come first where it is not
 * known of some schools whether they are meant: their names may say so.
 */
export async function search(api: Api, { q, asWords }: { q: string; asWords: boolean }, cityCode: string) {
  const { understood, is_name: isName } = asWords
    ? { is_name: false }
    : unwrapOrThrow(await api(understandSearch, { q }, { city: cityCode }))
  const words = () => findSchools(api, { q, filters: {} }, cityCode)
  if (understood === undefined) return { found: await words() }
  if (isName) return { found: await words(), also: understood }
  const query = { q: understood.q, filters: filterFields(understood), onlyIn: understood.city_code }
  const found = await findSchools(api, query, cityCode)
  if (found.total > 0 && !found.isPartlyUnknown) return { found, understood }
  const named = await words()
  if (named.total === 0) return { found, understood }
  return found.total === 0 ? { found: named } : { found: named, also: understood }
}

/** For each city the terms that most of its schools share. */
export async function popularSearches(api: Api) {
  const { items } = unwrapOrThrow(await api(listCityCategories, {}, { city: 'all' }))
  return items.map(({ city_code: cityCode, curricula, kinds, districts }) => ({
    cityCode,
    terms: [...top(districts, 3), ...top(curricula.filter(isChoice), 2), ...top(kinds, 2)],
  }))
}

/** What names of many schools have: only what stands before it is special. */
const commonWords =
  /(?:大学|附属|外籍|人员|中外|外国语|外语|中英文|双语|国际|实验|高级|初级|[中小]学|学校|学园|幼儿园|书院|学院|公学|书塾|第[一二三四五六七八九十]).*$/u

/** The special part of a school's name of the city, as an example of a search; undefined where no name has a short one. */
export async function exampleName(api: Api, cityCode: string): Promise<string | undefined> {
  const { items } = unwrapOrThrow(await api(listSchools, { page_size: 20 }, { city: cityCode }))
  return items
    .map(({ name }) => withoutPlace(name).replace(commonWords, ''))
    .find((part) => /^\p{Script=Han}{2,3}$/u.test(part))
}

/** Whether a curriculum is a useful term: nearly every school has the national one. */
function isChoice({ value }: { value: string }): boolean {
  return value !== 'national'
}

function top<Value extends { count: number }>(values: readonly Value[], most: number): Value[] {
  return values
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
}
