import { Links, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import { loadDocumentOnce } from '#app/navigation/document-load.ts'
import { buildManifest } from './build-id.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useDocument } from './document-context.ts'

/** Ids of the routes that came as a document; undefined on the server and until React has hydrated. */
let documentRoutes: string | undefined

/**
 * The style sheets of the page. A document carries the sheets of its own routes as one inline element, so that its first
 * paint needs no second answer. On pages of other routes, which the router opened, Remix's `<Links>` adds theirs: Remix loads
 * the sheets of a route before it shows it. The inline element stays, for Back leads to its page again.
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
  // From then on Vite's own elements follow what is edited.
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
 * A page one of whose sheets cannot be loaded is loaded as a document, which carries them. What the shown document carries
 * is not missing, and offline there is no other document.
 */
function reloadUnstyled({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || !navigator.onLine) return
  const { routes } = buildManifest()
  const { pathname } = new URL(target.href)
  const carriers = Object.keys(routes).filter((id) => routes[id]?.css?.includes(pathname))
  const isCarried = carriers.some((id) => documentRoutes?.split(',').includes(id))
  if (carriers.length > 0 && !isCarried) loadDocumentOnce(window.location.href)
}
