import type { MetaArgs } from '@remix-run/node'
import { useMatches, useRouteLoaderData } from '@remix-run/react'
import { type City, cityOfCode, defaultCity } from '#server/contract/cities.ts'
import type { SchoolDetailData } from '#server/contract/schools.ts'

/** Id of the route around a school's page and all its parts. */
const schoolRoute = 'routes/school/school'

/** What that route loads for the page and all its parts. */
export type SchoolRouteData = {
  /** The fact sheet and the texts of the open part (the specification's detailInfo). */
  detailInfo: SchoolDetailData
  /** The parts in which the school has something to show, in the order of the tabs. */
  parts: SchoolPart[]
  /** The school's id when it is a favourite, on a page that is rendered for its visitor. */
  favourites?: number[]
}

/** The data of the route around a school's pages. Throws outside of them. */
export function useSchoolRoute(): SchoolRouteData {
  const data = useRouteLoaderData<() => SchoolRouteData>(schoolRoute)
  if (!data) throw new Error('useSchoolRoute is for the pages of a school')
  return data
}

/** The school of this page. Throws outside of a school's pages. */
export function useSchool(): SchoolDetailData {
  return useSchoolRoute().detailInfo
}

/** The same for a part's `meta`; undefined when the school was not found. */
export function schoolRouteOf(matches: MetaArgs['matches']): SchoolRouteData | undefined {
  const data = matches.find((match) => match?.id === schoolRoute)?.data
  return isSchoolRoute(data) ? data : undefined
}

/** The school route's own loader is the only writer of its data, so that the field's name is proof enough. */
function isSchoolRoute(data: unknown): data is SchoolRouteData {
  return typeof data === 'object' && data !== null && 'detailInfo' in data
}

/** The city a school lies in. */
export function cityOfSchool(school: { city_code: string }): City {
  return cityOfCode(school.city_code) ?? defaultCity
}

/** What tells two schools of one name apart: the district, else the city. */
export function districtOrCityName(school: Pick<SchoolDetailData, 'city_code' | 'district'>): string {
  return school.district?.name ?? cityOfSchool(school).name
}

/** What a school shows of itself beside its facts; a part without anything is not linked. */
export type SchoolPart = 'aboutus' | 'admissions' | 'teachers' | 'graduates' | 'news' | 'faq'

/** Names of the parts, as tabs and headings say them. */
export const partNames: Readonly<Record<SchoolPart, string>> = {
  aboutus: '简介',
  admissions: '招生',
  teachers: '师资',
  graduates: '毕业生',
  news: '动态',
  faq: '问答',
}

/** Where on a school's pages a visitor is; `part` is undefined on the school's own page. */
export type SchoolPagePosition = {
  part: SchoolPart | undefined
  item: boolean
  /** Title of the item that is shown; undefined also where it was not found. */
  title?: string | undefined
}

const positions: Readonly<Record<string, SchoolPagePosition>> = {
  'routes/school/about': { part: 'aboutus', item: false },
  'routes/school/admissions': { part: 'admissions', item: false },
  'routes/school/teachers': { part: 'teachers', item: false },
  'routes/school/graduates': { part: 'graduates', item: false },
  'routes/school/graduate': { part: 'graduates', item: true },
  'routes/school/news': { part: 'news', item: false },
  'routes/school/news-item': { part: 'news', item: true },
  'routes/school/faq': { part: 'faq', item: false },
}

/** The part of the school that is open, and whether it is one item of it. */
export function useSchoolPagePosition(): SchoolPagePosition {
  const matches = useMatches()
  const last = matches[matches.length - 1]
  const position = positions[last?.id ?? ''] ?? { part: undefined, item: false }
  return { ...position, title: titleIn(last?.data) }
}

/** The field `title` that pages of one item load. */
function titleIn(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'title' in data && typeof data.title === 'string'
    ? data.title
    : undefined
}
