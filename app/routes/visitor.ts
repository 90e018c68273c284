import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { loadVisitor } from '#app/visitor/load-visitor.server.ts'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { shouldRevalidateUnlessToggled } from '#app/toggles/toggle-revalidation.ts'
import type { VisitorAnswer } from '#app/visitor/known-visitor.ts'

export const headers = () => privateHeaders

/** `GET /visitor/?ids=1,2,3`: what is known of this visitor, for the scripts of a page that is the same for everybody. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return loadVisitor({ context, request })
}

/** A visitor who cannot be asked about is not known; the page stands. */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<VisitorAnswer | null> {
  return serverLoader<VisitorAnswer>().catch(() => null)
}

export const shouldRevalidate: ShouldRevalidateFunction = shouldRevalidateUnlessToggled
