import { Links, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import { loadDocumentOnce } from '#app/navigation/document-load.ts'
import { buildManifest } from './build-id.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useDocument } from './document-context.ts'

/** Ids of the routes that the document was rendered for; undefined on the server and before hydration. */
let documentRoutes: string | undefined

/**
 * The page's style sheets: those of the document's own routes as one inline element, so that the first paint needs
 * one response; after client-side navigation to other routes Remix's `<Links>`, which loads the sheets of a route
 * before showing it. The inline element stays, for Back returns to its page.
 */
export function DocumentStyles() {
  const { nonce, css } = useDocument()
  const routes = useMatches()
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    documentRoutes ??= routes
  }, [routes])
  useEffect(() => {
    document.addEventListener('error', reloadUnstyled, true)
    return () => document.removeEventListener('error', reloadUnstyled, true)
  }, [])
  // After hydration Vite's own style elements follow edits.
  const isReplaced = useHydrated() && import.meta.env.DEV
  const isDocument = documentRoutes === undefined || documentRoutes === routes
  return (
    <>
      {css === undefined || isReplaced ? null : (
        <style
          id="page-style"
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: css }}
        />
      )}
      {import.meta.env.DEV || !isDocument ? <Links /> : null}
    </>
  )
}

/**
 * Loads a page as a document, with inline styles, when one of its sheets fails to load; not for sheets that are
 * inline already, nor offline.
 */
function reloadUnstyled({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || !navigator.onLine) return
  const { routes } = buildManifest()
  const { pathname } = new URL(target.href)
  const carriers = Object.keys(routes).filter((id) => routes[id]?.css?.includes(pathname))
  const isCarried = carriers.some((id) => documentRoutes?.split(',').includes(id))
  if (carriers.length > 0 && !isCarried) loadDocumentOnce(window.location.href)
}
