import { Links, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import { buildManifest } from './build-id.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useDocument } from './document-context.ts'

/** Ids of the routes that the document was rendered for; undefined on the server and before hydration. */
let documentRoutes: string | undefined

/**
 * The page's style sheets: those of the document's own routes as one inline element, so that the first paint needs
 * one response; after client-side navigation to other routes Remix's `<Links>`, which loads the sheets of a route
 * before showing it. The inline element stays, for Back returns to its page.
 *
 * When a sheet fails to load, the page is loaded again by `loadDocument`: its document has the styles inside. Not for
 * sheets that are inline already, nor offline.
 */
export function DocumentStyles({ loadDocument }: { loadDocument: (href: string) => void }) {
  const { nonce, css } = useDocument()
  const routes = useMatches()
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    documentRoutes ??= routes
  }, [routes])
  useEffect(() => {
    const reload = ({ target }: Event) => {
      if (isUnstyled(target)) loadDocument(window.location.href)
    }
    document.addEventListener('error', reload, true)
    return () => document.removeEventListener('error', reload, true)
  }, [loadDocument])
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

/** Whether an element that failed to load is a sheet whose styles the page lacks now. */
function isUnstyled(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || !navigator.onLine) return false
  const { routes } = buildManifest()
  const { pathname } = new URL(target.href)
  const carriers = Object.keys(routes).filter((id) => routes[id]?.css?.includes(pathname))
  const isCarried = carriers.some((id) => documentRoutes?.split(',').includes(id))
  return carriers.length > 0 && !isCarried
}
