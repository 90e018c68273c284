import type { AddressKind, listAddresses, listPlaces } from '#server/contract/articles/addresses.ts'
import { type City, cities, cityOfCode } from '#server/contract/cities.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { queryTermIn } from '#server/contract/search/query-terms.ts'
import * as paths from '#app/paths.ts'

/** One sitemap entry: the path, and when its content last changed, ISO 8601. */
export type SitemapUrl = { path: string; changed?: string }

type Row = DataOf<typeof listAddresses>['items'][number]
type Places = DataOf<typeof listPlaces>

const pathsOf: Readonly<Record<AddressKind, (row: Row) => string[]>> = {
  schools: ({ id }) => [paths.schoolPath(id)],
  'school-about': ({ id }) => [paths.schoolPath(id, 'aboutus')],
  'school-admissions': ({ id }) => [paths.schoolPath(id, 'admissions')],
  'school-teachers': ({ id }) => [paths.schoolPath(id, 'teachers')],
  'school-graduates': ({ id }) => [paths.schoolPath(id, 'graduates')],
  'school-news': ({ id }) => [paths.schoolPath(id, 'news')],
  'school-faq': ({ id }) => [paths.schoolPath(id, 'faq')],
  graduates: ({ id, school_id = 0 }) => [paths.graduatePath(school_id, id)],
  views: ({ id, school_id = 0 }) => [paths.schoolNewsPath(school_id, id)],
  news: ({ id }) => [paths.newsPath(id)],
  'open-days': ({ id }) => [paths.openDayPagePath(id)],
  courses: ({ slug = '', city_codes }) => inCities(city_codes, (city) => paths.coursePath(city, slug)),
  plannings: ({ slug = '', city_codes }) => inCities(city_codes, (city) => paths.planningPath(city, slug)),
}

function inCities(codes: readonly string[] = [], pathOf: (city: City) => string): string[] {
  return codes.flatMap((code) => cityOfCode(code) ?? []).map((city) => pathOf(city))
}

/** The sitemap entries of a row of one kind. */
export function sitemapUrlsOf(kind: AddressKind, row: Row): SitemapUrl[] {
  return pathsOf[kind](row).map((path) => ({ path, changed: row.changed_at }))
}

/** Static pages; their texts are part of the build, so they have no date of change. */
const staticPaths = [
  paths.cityPath,
  paths.aboutPath,
  paths.methodologyPath,
  paths.contactPath,
  paths.cooperationPath,
  paths.termsPath,
  paths.privacyPath,
]

const listPaths: Readonly<Record<Places['cities'][number]['page'], (city: City) => string>> = {
  home: paths.homePath,
  toplist: paths.topListPath,
  grade: paths.gradePath,
  news: paths.newsListPath,
  openday: paths.openDayPath,
  course: paths.coursesPath,
  planning: paths.planningPath,
  promote: paths.promotePath,
}

/** Kinds with few URLs, one file each. */
export const smallKinds = ['pages', 'cities', 'lists', 'open-day-months'] as const

/** The sitemap entries of a small kind; `isAdvised`: whether the operator has advisors, who have a page. */
export function smallSitemapUrls(
  kind: (typeof smallKinds)[number],
  places: Places,
  isAdvised: boolean,
): SitemapUrl[] {
  const lists: Record<typeof kind, () => SitemapUrl[]> = {
    pages: () => [...staticPaths, ...(isAdvised ? [paths.advisorPath] : [])].map((path) => ({ path })),
    cities: () =>
      places.cities.flatMap(({ page, city_code, changed_at }) =>
        inCities([city_code], listPaths[page]).map((path) => ({ path, changed: changed_at })),
      ),
    lists: () =>
      places.schools
        .filter(({ city_code, word }) => word === undefined || queryTermIn(city_code, word)?.slug === word)
        .flatMap(({ city_code, word, changed_at }) =>
          inCities([city_code], (city) => paths.schoolListPath(city, word)).map((path) => ({
            path,
            changed: changed_at,
          })),
        ),
    'open-day-months': () => cities.flatMap((city) => laterMonths(city, places)),
  }
  return lists[kind]()
}

/** Without the first month, which is what the page without a month shows. */
function laterMonths(city: City, { months }: Places): SitemapUrl[] {
  return months
    .filter(({ city_code }) => city_code === city.code)
    .slice(1)
    .map(({ month, changed_at }) => ({ path: paths.openDayPath(city, month), changed: changed_at }))
}
