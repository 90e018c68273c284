import { cityOfSlug, type City } from '#server/contract/cities.ts'
import { queryTermIn } from '#server/contract/query-terms.ts'
import { childNames } from '#app/child/child-query.ts'
import * as paths from '#app/paths.ts'

/** Pages that every city has, by the first segment of their paths. */
const families: Readonly<Record<string, (city: City) => string>> = {
  map: paths.schoolMapPath,
  toplist: paths.topListPath,
  grade: paths.gradePath,
  openday: paths.openDayPath,
  news: paths.newsListPath,
  planning: paths.planningPath,
  promote: paths.promotePath,
  course: paths.coursesPath,
  school: (city) => paths.schoolListPath(city),
  child: (city) => paths.schoolListPath(city),
}

/** Query parameters of a list that keep their meaning in another city: all of a child's but the place. */
const preservedParams = [
  'stage',
  'kind',
  'curriculum',
  'boarding',
  'fee_min',
  'fee_max',
  'sort',
  ...childNames.filter((name) => name !== 'near'),
]

/**
 * The path of the same page in another city: the same list, ranked list or course there; the city's home when the
 * page belongs to no city. Every path stores the city.
 */
export function pageInCity(city: City, from: string | undefined): string {
  if (from === undefined) return paths.chooseCityPath(city)
  const { pathname, searchParams } = new URL(from, 'http://localhost')
  const [, family = '', ...rest] = pathname.split('/').filter((part, at) => at === 0 || part !== '')
  if (family === 'schoollist') return schoolListInCity(city, rest, searchParams)
  const course = /^course(\w+)$/.exec(family)?.[1]
  if (course !== undefined) return paths.coursePath(city, course)
  const pathOf = Object.hasOwn(families, family) ? families[family] : undefined
  return pathOf === undefined ? paths.chooseCityPath(city) : pathOf(city)
}

function schoolListInCity(city: City, rest: readonly string[], query: URLSearchParams): string {
  const [first = '', second] = rest.map(decoded)
  const old = cityOfSlug(first)
  const word = old === undefined ? first : second
  const isOfOldCity = old !== undefined && queryTermIn(old.code, word ?? '')?.facet === 'district'
  const path = paths.schoolListPath(city, isOfOldCity ? undefined : word)
  const fields = [...query].filter(([name, value]) => preservedParams.includes(name) && value !== '')
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields).toString()}`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
