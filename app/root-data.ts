import { useRouteLoaderData } from '@remix-run/react'
import type { MetaArgs } from '@remix-run/node'
import { defaultCity } from '#server/contract/cities.ts'
import type { loader } from './root.tsx'
import type { Flash } from './visitor/flash.server.ts'
import type { VisitorAnswer } from './visitor/known-visitor.ts'

/** What the root knows about this visit: city, lite page, the operator's own facts. */
export type RootData = Awaited<ReturnType<typeof loader>>['data'] & {
  /** The form that this page shows was posted and not taken. */
  formRefused?: true
  flash?: Flash
  /** What is known of the visitor, on a page that is rendered for one. */
  visitor?: VisitorAnswer
}

/** The root's data; undefined on error pages on which the root itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<typeof loader>('root')
}

/** The current city on any page; Shenzhen when the root failed. */
export function useCity(): RootData['city'] {
  return useRootData()?.city ?? defaultCity
}

/** Origin and site name for a route's `meta`. */
export function siteOf(matches: MetaArgs['matches']): {
  origin?: string | undefined
  siteName?: string | undefined
} {
  const root = matches.find((match) => match?.id === 'root')?.data
  return isRootData(root) ? { origin: root.origin, siteName: root.site.name } : {}
}

/** The root's own loader is the only writer of this value; it is absent when that failed. */
function isRootData(value: unknown): value is RootData {
  return typeof value === 'object' && value !== null && 'site' in value
}
