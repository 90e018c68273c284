import { isRouteErrorResponse } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { loadDocumentOnce } from './document-load.ts'

/**
 * Loads a page as a document, once, when it failed to render after a client-side navigation; Remix would leave its
 * error page. Errors that the server sent stay.
 */
export function useReloadAfterRenderError(error: unknown): void {
  // An error in the document is rendered before hydration.
  const [isOfRouter] = useState(useHydrated())
  useEffect(() => {
    if (isOfRouter && !isRouteErrorResponse(error)) loadDocumentOnce(window.location.href)
  }, [error, isOfRouter])
}
