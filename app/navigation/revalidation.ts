import type { ShouldRevalidateFunction } from '@remix-run/react'
import { cityOfSlug } from '#server/contract/cities.ts'
import type { RootData } from '#app/root-data.ts'

/** Whether a navigation only reads, and leads to another address: all else asks for everything anew. */
function isReading({ currentUrl, nextUrl, formMethod }: Parameters<ShouldRevalidateFunction>[0]): boolean {
  return formMethod === undefined && currentUrl.href !== nextUrl.href
}

/**
 * What the root knows stays true from page to page, but for the city, which the next address may name, and a message that
 * has been read.
 */
export const rootRevalidates: ShouldRevalidateFunction = (change) => {
  if (!isReading(change)) return change.defaultShouldRevalidate
  const root: RootData | undefined = window.__remixRouter.state.loaderData['root']
  const named = change.nextUrl.pathname
    .split('/')
    .map(cityOfSlug)
    .find((city) => city !== undefined)
  return (
    root === undefined || root.flash !== undefined || (named !== undefined && named.code !== root.city.code)
  )
}

/** The layout holds the form over a page and nothing else. */
export const layoutRevalidates: ShouldRevalidateFunction = (change) =>
  isReading(change)
    ? change.currentUrl.searchParams.has('modal') || change.nextUrl.searchParams.has('modal')
    : change.defaultShouldRevalidate
