import { useMatches, useRouteLoaderData } from '@remix-run/react'
import type { MetaArgs } from '@remix-run/node'
import { cities, cityOfCode, defaultCity, type City } from '#server/contract/cities.ts'
import type { CityPart } from '#server/contract/schools/city-parts.ts'
import type { Flash } from './visitor/flash.server.ts'
import type { VisitorAnswer } from './visitor/known-visitor.ts'

/** The site's name where the operator has set none. */
export const defaultSiteName = '择校通'

/** Parts of the site that a city has nothing for, by its code. */
export type LackingParts = Readonly<Record<string, readonly CityPart[]>>

/** What the root loader returns for every page. */
export type RootData = {
  /** The current city. */
  city: City
  /** Whether the page is a lite one: no scripts of the site, smaller pictures. */
  lite: boolean
  /** Whether this browser has shown that it runs no scripts. */
  noScripts: boolean
  /** Origin of absolute addresses. */
  origin: string
  /** The calendar year in China when the page was rendered: a browser's clock may be wrong. */
  year: number
  /** The calendar year of the next September in China, in which children enter a school. */
  entryYear: number
  /** The operator's own facts for header and footer. */
  site: {
    name: string
    company?: string | undefined
    /** Whether it has advisors: forms for advice are offered. */
    advises?: true | undefined
    phone?: string | undefined
    email?: string | undefined
    icp?: string | undefined
    police?: string | undefined
    policeBadge?: string | undefined
    creditCode?: string | undefined
    telecom?: string | undefined
    reports?: string | undefined
    sample?: boolean | undefined
    /** Whether a WeChat account is configured; absent when the process does not know, as where the API is another's. */
    signsForWechat?: boolean | undefined
  }
  /** What is not offered; absent where every city has everything. */
  lacks?: LackingParts
  /** The form that this page shows was posted and refused. */
  formRefused?: true
  flash?: Flash
  /** What is known of the visitor, on a page that is rendered for one. */
  visitor?: VisitorAnswer
}

/** The root's data; undefined on error pages on which the root itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<() => RootData>('root')
}

/** Whether a city has something of a part of the site, which may be offered there; everything where that is not known. */
export function useHasPart(): (city: Pick<City, 'code'>, part: CityPart) => boolean {
  const { lacks = {} } = useRootData() ?? {}
  return ({ code }, part) => lacks[code]?.includes(part) !== true
}

/** Whether the operator has advisors, so that advice may be offered. */
export function useHasAdvisors(): boolean {
  return useRootData()?.site.advises === true
}

/** The calendar year of the next September, in which a child enters where its address names no other year. */
export function useEntryYear(): number {
  return useRootData()?.entryYear ?? 0
}

/** What the schools of a city are called: 国际学校 where most are, else 学校. */
export function useSchoolWord(city: Pick<City, 'code'>): string {
  return useHasPart()(city, 'international') ? '国际学校' : '学校'
}

/** The current city on any page; Shenzhen when the root failed. */
export function useCity(): RootData['city'] {
  return useRootData()?.city ?? defaultCity
}

/**
 * The city that the shown page is about, for the links around it: that of its school or open day, which may be in another
 * city than the current one.
 */
export function usePageCity(): City {
  const current = useCity()
  const matches = useMatches().filter(({ id }) => id !== 'root')
  return matches.reduce((city, { data }) => cityOfData(data) ?? city, current)
}

/** The city of a route's loader data: its field `city`, or that of the school of the specification's detailInfo. */
function cityOfData(data: unknown): City | undefined {
  const fieldOf = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  const code = fieldOf(fieldOf(data, 'city'), 'code') ?? fieldOf(fieldOf(data, 'detailInfo'), 'city_code')
  return typeof code === 'string' ? cityOfCode(code) : undefined
}

/** Origin, site name, year and cities whose schools are no international ones, from the root's data, for a route's `meta`. */
export function siteOf(matches: MetaArgs['matches']): {
  origin?: string | undefined
  siteName?: string | undefined
  year?: number | undefined
  plainCities?: string[] | undefined
} {
  const root = matches.find((match) => match?.id === 'root')?.data
  if (!isRootData(root)) return {}
  const { lacks = {}, origin, site, year } = root
  const plainCities = cities
    .filter(({ code }) => lacks[code]?.includes('international'))
    .map(({ name }) => name)
  return { origin, siteName: site.name, year, ...(plainCities.length === 0 ? {} : { plainCities }) }
}

/** Type guard for the root's data, which its loader alone writes; absent when that failed. */
export function isRootData(value: unknown): value is RootData {
  return typeof value === 'object' && value !== null && 'site' in value
}
