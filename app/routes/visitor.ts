import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { loadVisitor } from '#app/visitor/load-visitor.server.ts'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { shouldRevalidateUnlessToggled } from '#app/toggles/toggle-revalidation.ts'
import type { VisitorAnswer } from '#app/visitor/known-visitor.ts'

export const headers = () => privateHeaders

/** `GET /visitor/?ids=1,2,3`: visitor state, for scripts of pages that are the same for everybody. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return loadVisitor({ context, request })
}

/** Returns null on failure: the page stays usable without visitor state. */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<VisitorAnswer | null> {
  return serverLoader<VisitorAnswer>().catch(() => null)
}

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateUnlessToggled
