import { cityOfSlug, type City } from '#server/contract/cities.ts'
import { termFacets } from '#server/contract/schools/facets.ts'
import { queryTermIn } from '#server/contract/search/query-terms.ts'
import { sharedChildNames } from '#server/contract/child/child-query.ts'
import { decodedSegment } from '#app/page-path.ts'
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

const ofSchools = [
  ...termFacets.filter((facet) => facet !== 'district'),
  'fee_min',
  'fee_max',
  'unknown',
  ...sharedChildNames,
]

/**
 * Query parameters that keep their meaning in another city, by the first segment of their pages: all but places, school
 * ids and page numbers.
 */
const preservedParams: Readonly<Record<string, readonly string[]>> = {
  schoollist: ['sort', ...ofSchools],
  map: ['q', ...ofSchools],
  openday: ['month', 'stage', 'kind', 'state'],
  planning: ['fee_max', 'curriculum', ...sharedChildNames],
}

/**
 * The path of the same page in another city: the same list, ranked list or course there; the city's home when the
 * page belongs to no city. Every path stores the city.
 */
export function pageInCity(city: City, from: string | undefined): string {
  if (from === undefined) return paths.chooseCityPath(city)
  const { pathname, searchParams } = new URL(from, 'http://localhost')
  const [, family = '', ...rest] = pathname
    .split('/')
    .filter((part, at) => at === 0 || part !== '')
    .map((part) => decodedSegment(part) ?? '')
  if (family === 'schoollist') return schoolListPath(city, rest) + preserved(family, searchParams)
  const course = /^course([\p{L}\p{N}][\p{L}\p{N}_-]*)$/u.exec(family)?.[1]
  if (course !== undefined) return paths.coursePath(city, course)
  const pathOf = Object.hasOwn(families, family) ? families[family] : undefined
  return pathOf === undefined ? paths.chooseCityPath(city) : pathOf(city) + preserved(family, searchParams)
}

function schoolListPath(city: City, [first = '', second]: readonly string[]): string {
  const old = cityOfSlug(first)
  const word = old === undefined ? first : second
  const isOfOldCity = old !== undefined && queryTermIn(old.code, word ?? '')?.facet === 'district'
  return paths.schoolListPath(city, isOfOldCity ? undefined : word)
}

/** The query with the parameters of a page that keep their meaning; empty without any. */
function preserved(family: string, query: URLSearchParams): string {
  const names = Object.hasOwn(preservedParams, family) ? (preservedParams[family] ?? []) : []
  const fields = [...query].filter(([name, value]) => names.includes(name) && value !== '')
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields).toString()}`
}
