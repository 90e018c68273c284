import { cityOfCode, type CityCode } from '#server/contract/cities.ts'
import { districtSpellings } from '#server/contract/district-name.ts'
import { districtsOf } from '#server/contract/districts.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { FacetValue, Suggestion, suggestSchools } from '#server/contract/schools/schools.ts'
import { otherSpellings } from '#server/contract/search/term-spellings.ts'
import { curricula, kinds, stages } from '#server/contract/vocabulary.ts'
import type { Database } from '#server/db/connect.ts'
import { countCategories } from '#server/db/schools/school-categories.ts'
import { fold } from '#server/db/search/search-fold.ts'
import { syllablesOf } from '#server/db/search/search-pinyin.ts'
import { findSuggestedSchools, type SuggestedSchool } from '#server/db/search/school-search.ts'
import { chinaDayAndClock } from '../china-time.ts'

const most = 10
const mostLists = 3
const mostOpenDays = 2

/** Suggestions for a search: lists of the visitor's city, schools, their open days; its largest lists for nothing typed. */
export async function suggest(
  db: Database,
  input: ParsedInputOf<typeof suggestSchools>,
): Promise<Suggestion[]> {
  const { q, current_city: city } = input
  if (q === '') return city === undefined ? [] : largestLists(db, city)
  const lists = city === undefined ? [] : [...suggestLists(q, city), ...suggestOpenDays(q, city)]
  const schools = await findSuggestedSchools(db, input)
  const openDays = city === undefined ? [] : schools.flatMap(openDaysOf).slice(0, mostOpenDays)
  const shown = schools
    .slice(0, most - lists.length - openDays.length)
    .map(({ id, name, hint }) => ({ type: 'school' as const, id, name, hint }))
  return [...lists, ...shown, ...openDays]
}

async function largestLists(db: Database, cityCode: CityCode): Promise<Suggestion[]> {
  const categories = await countCategories(db, { city_code: cityCode })
  const curricula = categories.curricula.filter(({ value }) => value !== 'national')
  const top = (values: readonly FacetValue[], count: number) =>
    values
      .filter((value) => value.count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, count)
  return [...top(categories.districts, 3), ...top(curricula, 2), ...top(categories.kinds, 2)].map(
    ({ value, label, count }) => ({
      type: 'list',
      city_code: cityCode,
      term: value,
      name: label,
      hint: `${cityOfCode(cityCode)?.name ?? ''} · ${count} 所`,
    }),
  )
}

type ListTerm = { slug: string; label: string; words: readonly string[] }

/** The lists of a city with the words that they are looked for by. */
function listsOf(cityCode: CityCode): ListTerm[] {
  return [
    ...districtsOf(cityCode).map(({ slug, name }) => ({
      slug,
      label: name,
      words: [name, ...districtSpellings(name)],
    })),
    ...[...curricula, ...kinds, ...stages].map(({ slug, label }) => ({
      slug,
      label,
      words: [label, ...otherSpellings(slug)],
    })),
  ]
}

function soundOf(word: string): string {
  return syllablesOf(word)
    .map(([first]) => first ?? '')
    .join('')
}

function suggestLists(q: string, cityCode: CityCode): Suggestion[] {
  const typed = fold(q)
  if (typed === '') return []
  const isPinyin = /^[a-z]+$/u.test(typed)
  /** 0 where a word of the list is typed in whole, 1 where one begins so, 2 for others. */
  const distance = ({ slug, words }: ListTerm) => {
    const spellings = [slug, ...words.flatMap((word) => [fold(word), ...(isPinyin ? [soundOf(word)] : [])])]
    if (spellings.includes(typed)) return 0
    return spellings.some((spelling) => spelling.startsWith(typed)) ? 1 : 2
  }
  const city = cityOfCode(cityCode)?.name ?? ''
  return listsOf(cityCode)
    .map((list) => ({ ...list, distance: distance(list) }))
    .filter((list) => list.distance < 2)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, mostLists)
    .map(({ slug, label }) => ({
      type: 'list',
      city_code: cityCode,
      term: slug,
      name: label,
      hint: `${city}的学校名单`,
    }))
}

function suggestOpenDays(q: string, cityCode: CityCode): Suggestion[] {
  const typed = fold(q)
  const isAsked =
    typed.length > 1 && ['开放日', '探校', 'kaifangri', 'tanxiao'].some((word) => word.startsWith(typed))
  if (!isAsked) return []
  const name = `${cityOfCode(cityCode)?.name ?? ''}学校开放日`
  return [{ type: 'open_days', city_code: cityCode, name, hint: '按月份看，可以预约' }]
}

function openDaysOf({ id, name, cityCode, nextOpenDay }: SuggestedSchool): Suggestion[] {
  if (nextOpenDay === undefined) return []
  const hint = `开放日 · ${chinaDayAndClock(nextOpenDay)}`
  return [{ type: 'open_days', id, city_code: cityCode, name, hint }]
}
