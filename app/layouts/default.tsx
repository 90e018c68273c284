import { redirect, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation, type ClientLoaderFunctionArgs } from '@remix-run/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { requestTimeout } from '#app/request-timeout.ts'
import { canShowModal } from '#app/dialogs/can-show-modal.ts'
import { loadModal } from '#app/dialogs/load-modal.server.ts'
import { modalOf, pageUnderModal } from '#app/navigation/modal-address.ts'
import { SiteFrame } from '#app/frame/site-frame.tsx'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import { privateJson } from '#app/visitor/private-page.server.ts'

/**
 * Loads the modal form of `?modal=`; not stored by caches, since the form has an idempotency key. The page under it
 * may have loaded less than usual: when there is no form to show, redirects to the page alone.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (modalOf(new URL(request.url).searchParams) === undefined) return null
  const caller = { context, request }
  const modal = await loadModal(caller)
  if (modal === undefined) throw redirect(pageUnderModal(request))
  return privateJson(modal, 200, modal.kind === 'login' ? browserIdCookies(caller) : [])
}

/** Closing a modal needs no request. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const isOpen = modalOf(new URL(request.url).searchParams) !== undefined
  return isOpen ? serverLoader<typeof loader>() : null
}

export { shouldRevalidateLayout as shouldRevalidate } from '#app/navigation/revalidation.ts'

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const PageModal = lazy(() =>
  import('#app/dialogs/page-modal.tsx').catch(() => {
    // A dialog in the document works without scripts; any other is shown by a full load.
    if (document.querySelector('dialog') === null) window.location.reload()
    return new Promise<never>(() => undefined)
  }),
)

/** The usual layout: header with city and search, footer with the operator's facts. */
export default function DefaultLayout() {
  const modal = useLoaderData<typeof loader | typeof clientLoader>()
  const { search } = useLocation()
  // Behind a native modal dialog the engine makes the page inert, and closing returns the focus.
  const [cameWithDialog] = useState(modal !== null)
  const [showsModals, setShowsModals] = useState(false)
  const isCovered = modal !== null && !showsModals && (cameWithDialog || !canShowModal())
  return (
    <>
      {modal === null ? null : (
        <Suspense key={search} fallback={<LoadFully />}>
          <PageModal modal={modal} onModal={setShowsModals} />
        </Suspense>
      )}
      <SiteFrame isCovered={isCovered}>
        <Outlet />
      </SiteFrame>
    </>
  )
}

/** Fallback while the modal's chunk loads: reloads, so that the server renders the form, when it does not come. */
function LoadFully() {
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), requestTimeout)
    return () => clearTimeout(timer)
  }, [])
  return null
}
