import type { MetaArgs } from '@remix-run/node'
import { useMatches, useRouteLoaderData } from '@remix-run/react'
import { type City, cityOfCode, defaultCity } from '#server/contract/cities.ts'
import type { FactOrigin } from './fact-origins.server.ts'
import type { EntryView } from './entry-view.ts'
import type { SchoolForChild } from '#app/child/school-for-child.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import type { schoolPath } from '#app/paths.ts'

/** Id of the parent route of all pages of a school. */
const schoolRoute = 'routes/school/school'

/** Links of a school: on a map, to its telephone, to its website or else a search for that. */
export type SchoolLinks = { map?: string; call?: string; site?: string; search?: string }

/** A cost with its amount and what is to be known about it; `isSum`: all of a year together. */
export type FeeRow = { label: string; amount: string; note?: string; isSum?: true }

/** A line of the fact sheet: a fact with its value and what other schools have, or that the school does not publish it. */
export type SheetLine = { label: string; value: string; note?: string; isNotPublished?: true }

/** The facts of a school without its texts, tables and dates. */
export type SchoolFacts = Omit<
  SchoolDetailData,
  'about' | 'admissions' | 'fees' | 'passports' | 'rankings' | 'updated_at'
>

/** A school as its pages show it. */
export type ShownSchool = SchoolFacts & {
  /** The texts of the current section, if it is the one of these. */
  about?: SchoolDetailData['about']
  admissions?: SchoolDetailData['admissions']
}

/** Loader data of that route. */
export type SchoolRouteData = {
  /** The fact sheet, and the texts of the current section (the specification's detailInfo). */
  detailInfo: ShownSchool
  /** Its links elsewhere. */
  links: SchoolLinks
  /** The sections that have content, in the order of the tabs. */
  parts: SchoolPart[]
  /** Its places in ranked lists that nobody paid for, in words. */
  ranked?: string
  /** Rows of its table of costs, the sum of a year last; absent where that is not shown. */
  fees?: FeeRow[]
  /** The fact sheet's known lines, on the overview only. */
  sheet?: SheetLine[]
  /** Where the facts of the overview or of the admissions section come from. */
  origins?: FactOrigin[]
  /** How many facts are unknown, and whether they are most of them; absent where all are known. */
  gaps?: { missing: number; isLittleKnown?: true }
  /** Its next admission; absent when that could not be loaded. */
  entry?: EntryView
  /** What it means for the child of the address; absent when that names none. */
  child?: SchoolForChild
  /** The school's id when it is a favourite, on a page that is rendered for its visitor. */
  favourites?: number[]
}

/** The data of the parent route. Throws outside of a school's pages. */
export function useSchoolRoute(): SchoolRouteData {
  const data = useRouteLoaderData<() => SchoolRouteData>(schoolRoute)
  if (!data) throw new Error('useSchoolRoute is for the pages of a school')
  return data
}

/** The school of this page. Throws outside of a school's pages. */
export function useSchool(): ShownSchool {
  return useSchoolRoute().detailInfo
}

/** The data of the parent route for a page's `meta`; undefined when the school was not found. */
export function schoolRouteOf(matches: MetaArgs['matches']): SchoolRouteData | undefined {
  const data = matches.find((match) => match?.id === schoolRoute)?.data
  return isSchoolRoute(data) ? data : undefined
}

/** Type guard: that route's loader is the only writer of its data, so the name of the field suffices. */
function isSchoolRoute(data: unknown): data is SchoolRouteData {
  return typeof data === 'object' && data !== null && 'detailInfo' in data
}

/** The city of a school. */
export function cityOfSchool(school: { city_code: string }): City {
  return cityOfCode(school.city_code) ?? defaultCity
}

/** The district of a school, else its city: distinguishes schools of one name. */
export function districtOrCityName(school: Pick<SchoolDetailData, 'city_code' | 'district'>): string {
  return school.district?.name ?? cityOfSchool(school).name
}

/** A section of a school's pages (the address segment); sections without content are not linked. */
export type SchoolPart = NonNullable<Parameters<typeof schoolPath>[1]>

/** Labels of the sections in tabs and headings. */
export const partNames: Readonly<Record<SchoolPart, string>> = {
  aboutus: '简介',
  admissions: '招生',
  teachers: '师资',
  graduates: '毕业生',
  news: '动态',
  faq: '问答',
  correction: '纠错',
}

/** Which page of a school is shown; `part` is undefined on the overview. */
export type SchoolPagePosition = {
  part: SchoolPart | undefined
  item: boolean
  /** Title of the shown item; undefined also where it was not found. */
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
  'routes/school/correction': { part: 'correction', item: false },
}

/** The current section of the school, and whether a single item of it is shown. */
export function useSchoolPagePosition(): SchoolPagePosition {
  const matches = useMatches()
  const last = matches[matches.length - 1]
  const position = positions[last?.id ?? ''] ?? { part: undefined, item: false }
  return { ...position, title: titleIn(last?.data) }
}

/** The field `title` of loader data, on pages of one item. */
function titleIn(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'title' in data && typeof data.title === 'string'
    ? data.title
    : undefined
}
