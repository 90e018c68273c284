import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import { checkInDetailPath, exhibitorsPath, parentsPath } from '#server/contract/check-ins/check-in-paths.ts'
import { type City, defaultCity } from '#server/contract/cities.ts'

/** Builders of the URL paths that several families of pages use. All end in a slash. */

const segment = encodeURIComponent

/** A page of the list at a path without a query; the first one has no number in its address. */
export function pagedPath(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}

/** The not-found page, to which unknown cities redirect. */
export const notFoundPath = '/404/'

/** Home of a city; Shenzhen's is `/`. */
export function homePath(city: City): string {
  return city.code === defaultCity.code ? '/' : `/${city.pinyin}/`
}

/** Home of a city by its slug, Shenzhen's too: the address that stores the choice of a city. */
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

/** Map of a city's schools. */
export function schoolMapPath(city: City): string {
  return `/map/${city.pinyin}/`
}

/** Search page, optionally with a text. */
export function searchPath(q?: string): string {
  return q === undefined || q === '' ? '/search/' : `/search/?${new URLSearchParams({ q }).toString()}`
}

/** Ranked lists of a city. */
export function topListPath(city: City): string {
  return `/toplist/${city.pinyin}/`
}

/** One ranked list of a city whole, by the fragment id that it has among all of them (slug and year). */
export function rankingListPath(city: City, anchor: string): string {
  return `${topListPath(city)}?${new URLSearchParams({ list: anchor }).toString()}`
}

/** Stages of a city. */
export function gradePath(city: City): string {
  return `/grade/${city.pinyin}/`
}

/** A school's page, or one of its sections. */
export function schoolPath(
  id: number,
  part?: 'aboutus' | 'admissions' | 'faq' | 'graduates' | 'teachers' | 'news' | 'correction',
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

/** One of a school's pictures at full size; `place` counts from 1. */
export function photoPath(schoolId: number, place: number): string {
  return `/school/${schoolId}/photos/${place}/`
}

/** The form that reports an error in the facts of a school, optionally in one of them, or in a section. */
export function correctionPath(schoolId: number, field?: string): string {
  return `${schoolPath(schoolId, 'correction')}${field === undefined ? '' : `?field=${field}`}`
}

/** News of a city. */
export function newsListPath(city: City): string {
  return `/news/${city.pinyin}/`
}

/** Atom feed of a city's news. */
export function newsFeedPath(city: City): string {
  return `/news/${city.pinyin}/feed.xml`
}

/** One news item. A city other than Shenzhen is the one whose list the reader came from. */
export function newsPath(id: number, city: City = defaultCity): string {
  return city.code === defaultCity.code ? `/news/${id}/` : `/news/${id}/${city.pinyin}/`
}

/** Open days of a city, optionally of one month (YYYY-MM). */
export function openDayPath(city: City, month?: string): string {
  return month === undefined ? `/openday/${city.pinyin}/` : `/openday/${city.pinyin}/?month=${month}`
}

/** Open days of chosen schools, of any city, in the order of their dates; without schools those of the city. */
export function chosenOpenDaysPath(city: City, schoolIds: readonly number[]): string {
  return schoolIds.length === 0 ? openDayPath(city) : `${openDayPath(city)}?ids=${schoolIds.join(',')}`
}

/** One open day. */
export function openDayPagePath(id: number): string {
  return `/openday/${id}/`
}

/** Courses in a city. */
export function coursesPath(city: City): string {
  return `/course/${city.pinyin}/`
}

/** One course in a city; `key` is its slug or number, in the same segment as the word `course`. */
export function coursePath(city: City, key: string): string {
  return `/course${segment(key)}/${city.pinyin}/`
}

/** School planning of a city, optionally one article by its slug. */
export function planningPath(city: City, topic?: string): string {
  return topic === undefined
    ? `/planning/${city.pinyin}/`
    : `/planning/${city.pinyin}/?${new URLSearchParams({ topic }).toString()}`
}

/** Promotions of a city. */
export function promotePath(city: City): string {
  return `/promote/${city.pinyin}/`
}

/** The personal advisor. */
export const advisorPath = '/xiaobangmei/'
/** About the site. */
export const aboutPath = '/aboutus/'
/** Where facts come from. */
export const methodologyPath = '/methodology/'
/** Contact page. */
export const contactPath = '/contact/'
/** Cooperation with schools and others. */
export const cooperationPath = '/cooperation/'
/** The privacy policy. */
export const privacyPath = '/privacypolicypc/'
/** The terms of use that a login agrees to. */
export const termsPath = '/agreement/'
/** The part of the contact page that says how unlawful content is reported. */
export const reportPath = `${contactPath}#report`
/** The privacy policy laid out for phones. */
export const mobilePrivacyPath = '/privite/'

/** What a lead is about: its type, and the school, open day or course that it names. */
export type OrderTarget = {
  orderType?: OrderType
  schoolId?: number
  openDayId?: number
}

/** The address that the form for visits, bookings and advice posts to. */
export const orderFormPath = '/order/'

/** The form for visits, bookings and advice; the usual type is `order`. */
export function orderPath({ orderType = 'order', schoolId, openDayId }: OrderTarget = {}): string {
  const query = new URLSearchParams({ orderType })
  if (schoolId !== undefined) query.set('schoolId', String(schoolId))
  if (openDayId !== undefined) query.set('openDayId', String(openDayId))
  return `${orderFormPath}?${query.toString()}`
}

/** The address that the form for several schools posts to. */
export const jointFormPath = `${orderFormPath}joint/`

/** The form that asks several schools for a visit at once; `openDayIds`: those of their open days that it books. */
export function jointOrderPath(schoolIds: readonly number[], openDayIds: readonly number[]): string {
  const days = openDayIds.length === 0 ? '' : `&days=${openDayIds.join(',')}`
  return `${jointFormPath}?ids=${schoolIds.join(',')}${days}`
}

/** The same form as a modal over the current page. */
export function orderModalPath(target: OrderTarget = {}): string {
  return orderPath(target).replace(`${orderFormPath}?`, '?modal=order&')
}

/** Login as a modal over the current page. */
export const loginModalPath = '?modal=login'

/** Login, optionally redirecting to a path of this site afterwards. */
export function loginPath(back?: string): string {
  return back === undefined ? '/login/' : `/login/?${new URLSearchParams({ redirect: back }).toString()}`
}

/** The action of 退出. */
export const logoutPath = '/logout/'

/** Favourites. */
export const favouritesPath = '/mycollect/'

/** The action of 收藏, for plain forms and fetchers. */
export const toggleFavouritePath = '/mycollect/toggle/'

/** Personal centre, or one of its pages. */
export function personalPath(
  part?:
    | 'edit'
    | 'requests'
    | 'questions'
    | 'corrections'
    | 'consents'
    | 'sessions'
    | 'export'
    | 'export/file'
    | 'delete',
): string {
  return part === undefined ? '/personal/' : `/personal/${part}/`
}

/** The action of 对比, for plain forms and fetchers. */
export const toggleComparePath = '/compare/toggle/'

/** Schools side by side. */
export function comparePath(ids: readonly number[] = []): string {
  return ids.length === 0 ? '/compare/' : `/compare/?ids=${ids.join(',')}`
}

/** A lead by its access token or reference, or the page that cancels it. */
export function leadPath(name: string, part?: 'cancel' | 'access'): string {
  return part === undefined ? `/order/${name}/` : `/order/${name}/${part}/`
}

/** Leads that were sent together, by their access tokens. */
export function jointLeadsPath(accesses: readonly string[]): string {
  return `${jointFormPath}${accesses.join('-')}/`
}

/** Where a family opens a decision book: about schools, or about those of requests that were sent together, by their address. */
export function newBookPath(about: { ids: readonly number[] } | { requests: string }): string {
  return 'requests' in about
    ? `${newBookFormPath}?requests=${about.requests}`
    : `${newBookFormPath}?ids=${about.ids.join(',')}`
}

/** The action of the form that opens a decision book. */
export const newBookFormPath = `${orderFormPath}book/`

/** A family's decision book by its access token, or the form of one of its columns. */
export function bookPath(access: string, column?: number): string {
  return `${newBookFormPath}${access}/${column === undefined ? '' : `?who=${column}`}`
}

/** The QR code of a public page of this site as a picture; 404 for other paths. */
export function qrCodePath(page: string): string {
  return `/media/qr${page}`
}

/** What a poster is about: one row, or the schools of a comparison. */
type PosterSubject =
  readonly ['school' | 'openday' | 'ranking', number] | readonly ['compare', readonly number[]]

/** The poster of the current page as a modal over it. */
export function posterModalPath([kind, id]: PosterSubject): string {
  return `?modal=poster&poster=${kind}-${typeof id === 'number' ? id : id.join('-')}`
}

/**
 * The JPEG of a poster that an address names: a picture of a public page to store and send on, with the QR code of the
 * page's address. Undefined for a name of none.
 */
export function posterPath(name: string): string | undefined {
  const [, kind, ids] = /^(school|openday|ranking|compare)-(\d+(?:-\d+)*)$/.exec(name) ?? []
  return kind === undefined ? undefined : `/media/poster/${kind}/${ids}.jpg`
}

/** The endpoint that stores the choice of lite mode. */
export const litePathPrefix = '/lite/'

/** Switches lite mode (no scripts, small pictures) on or off. */
export function litePath(on: boolean): string {
  return `${litePathPrefix}?on=${on ? 1 : 0}`
}

/** Mode of a check-in page at a desk; `plain` is the form on a paired device, which otherwise opens the kiosk. */
export type DeskMode = 'desk' | 'plain'

/** Check-in of families or of exhibitors, optionally of one event; `desk`: on a device that many guests use. */
export function checkInPath(kind: 'parent' | 'exhibitor', eventId?: number, desk?: DeskMode): string {
  const page = kind === 'parent' ? parentsPath : exhibitorsPath
  const query = [
    ...(eventId === undefined ? [] : [`event=${eventId}`]),
    ...(desk === undefined ? [] : [`${desk}=1`]),
  ]
  return query.length === 0 ? page : `${page}?${query.join('&')}`
}

/** One check-in; without an id the page explains how to find it. */
export function signDetailPath(id?: string): string {
  return id === undefined ? checkInDetailPath : `${checkInDetailPath}?id=${id}`
}

/** Visitor state for scripts: which of these schools are favourites, and the likes of one target. */
export function visitorPath(ids: readonly number[], like?: string): string {
  const query = [
    ...(ids.length === 0 ? [] : [`ids=${ids.join(',')}`]),
    ...(like === undefined ? [] : [`like=${like}`]),
  ]
  return query.length === 0 ? '/visitor/' : `/visitor/?${query.join('&')}`
}

/** This visitor's bookings of open days to come, for scripts. */
export const bookingsPath = '/visitor/?bookings=1'

/** The masked profile of this visitor, for scripts. */
export const profilePath = '/visitor/?profile=1'
