import { cities } from '#server/contract/cities.ts'
import { listCityCategories, listSchools } from '#server/contract/schools.ts'
import type { Api } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { schoolCardView } from '#app/cards/school-card-view.ts'

/** How many schools of all cities one search requests. */
const maxResults = 50
/** How many schools are shown of the current city and of each other one. */
const shown = { here: 10, elsewhere: 4 }

/** Search results: in total, and by city, the current one first; `total` is absent where unknown. */
export async function findSchools(api: Api, q: string, cityCode: string) {
  const [here, everywhere] = await Promise.all([
    api(listSchools, { q, page_size: shown.here }, { city: cityCode }).then(unwrapOrThrow),
    api(listSchools, { q, page_size: maxResults }, { city: 'all' }).then(unwrapOrThrow),
  ])
  const groups = cities.map(({ code }) => {
    if (code === cityCode) return { cityCode: code, items: here.items, total: here.total }
    const items = everywhere.items.filter((school) => school.city_code === code)
    const isWhole = everywhere.total <= everywhere.items.length
    return {
      cityCode: code,
      items: items.slice(0, shown.elsewhere),
      ...(isWhole ? { total: items.length } : {}),
    }
  })
  return {
    total: everywhere.total,
    totalIsFloor: everywhere.total_is_floor === true,
    groups: groups
      .filter(({ items }) => items.length > 0)
      .toSorted((a, b) => Number(b.cityCode === cityCode) - Number(a.cityCode === cityCode))
      .map(({ items, ...group }) => ({ ...group, cards: items.map((school) => schoolCardView(school)) })),
  }
}

/** For each city the terms that most of its schools share. */
export async function popularSearches(api: Api) {
  const { items } = unwrapOrThrow(await api(listCityCategories, {}, { city: 'all' }))
  return items.map(({ city_code: cityCode, curricula, kinds, districts }) => ({
    cityCode,
    terms: [...top(districts, 3), ...top(curricula.filter(isChoice), 2), ...top(kinds, 2)],
  }))
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
