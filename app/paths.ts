import { type City, defaultCity } from '#server/contract/cities.ts'

/** Builders of the site's addresses: the one place that knows them. All end in a slash. */

const segment = encodeURIComponent

/** Where unknown cities and one-segment addresses lead. */
export const notFoundPath = '/404/'

/** Home of a city; Shenzhen's is `/`. */
export function homePath(city: City): string {
  return city.code === defaultCity.code ? '/' : `/${city.pinyin}/`
}

/** Home of a city by its slug, Shenzhen's too: the address that stores a choice. */
export function chooseCityPath(city: City): string {
  return `/${city.pinyin}/`
}

/** City chooser. */
export const cityPath = '/city/'

/** School list of a city, optionally of one query word or search text. */
export function schoolListPath(city: City, q?: string): string {
  return q === undefined || q === ''
    ? `/schoollist/${city.pinyin}/`
    : `/schoollist/${city.pinyin}/${segment(q)}/`
}

/** Search page, optionally with a text. */
export function searchPath(q?: string): string {
  return q === undefined || q === '' ? '/search/' : `/search/?${new URLSearchParams({ q }).toString()}`
}

/** Ranked lists of a city. */
export function topListPath(city: City): string {
  return `/toplist/${city.pinyin}/`
}

/** Stages of a city. */
export function gradePath(city: City): string {
  return `/grade/${city.pinyin}/`
}

/** A school's page, or one of its parts. */
export function schoolPath(
  id: number,
  part?: 'aboutus' | 'admissions' | 'faq' | 'graduates' | 'teachers' | 'news',
): string {
  return part === undefined ? `/school/${id}/` : `/school/${id}/${part}/`
}

/** One graduate of a school. */
export function graduatePath(schoolId: number, id: number): string {
  return `/school/${schoolId}/graduates/${id}/`
}

/** One news item of a school. */
export function schoolNewsPath(schoolId: number, id: number): string {
  return `/school/${schoolId}/news/${id}/`
}
