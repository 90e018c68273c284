import { isRouteErrorResponse } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { loadDocumentOnce } from './document-load.ts'

/**
 * A page that the router opened and that has failed in the browser is loaded as a document, once; Remix leaves it at the
 * error. What the server says of a page stays.
 */
export function useReloadAfterRenderError(error: unknown): void {
  // An error of a document is there before React is.
  const [isOfRouter] = useState(useHydrated())
  useEffect(() => {
    if (isOfRouter && !isRouteErrorResponse(error)) loadDocumentOnce(window.location.href)
  }, [error, isOfRouter])
}
