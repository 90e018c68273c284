import { redirect, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import {
  Outlet,
  useLoaderData,
  useLocation,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { requestTimeout } from '#app/api/transport-error-text.ts'
import { canShowModal } from '#app/dialogs/can-show-modal.ts'
import { loadModal } from '#app/dialogs/load-modal.server.ts'
import { modalOf, pageUnderModal } from '#app/dialogs/modal-address.ts'
import { shouldRevalidateLayout } from '#app/navigation/revalidation.ts'
import { SiteFrame } from '#app/ui/frame/site-frame.tsx'
import { browserIdCookies } from '#app/visitor/browser-cookie.server.ts'
import { privateJson } from '#app/visitor/private-page.server.ts'
import { isToggleSubmission } from '#app/toggles/toggle-revalidation.ts'

/**
 * The form that `?modal=` opens over any page; a page with its key is kept by nobody. The page under a form may be less
 * than whole: when there is no form to show, on to the page alone.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (modalOf(new URL(request.url).searchParams) === undefined) return null
  const caller = { context, request }
  const modal = await loadModal(caller)
  if (modal === undefined) throw redirect(pageUnderModal(request))
  return privateJson(modal, 200, modal.kind === 'login' ? browserIdCookies(caller) : [])
}

/** Closing asks the server for nothing. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const isOpen = modalOf(new URL(request.url).searchParams) !== undefined
  return isOpen ? serverLoader<typeof loader>() : null
}

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  !isToggleSubmission(change) && shouldRevalidateLayout(change)

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const PageModal = lazy(() =>
  import('#app/dialogs/page-modal.tsx').catch(() => {
    // A dialog that came with the document works without scripts; any other comes by a full load.
    if (document.querySelector('dialog') === null) window.location.reload()
    return new Promise<never>(() => undefined)
  }),
)

/** The usual layout: header with city and search, footer with the operator's facts. */
export default function DefaultLayout() {
  const modal = useLoaderData<typeof loader | typeof clientLoader>()
  const { key } = useLocation()
  // Behind a modal dialog the engine itself keeps the focus from the page; what had it before shall get it back.
  const [cameWithDialog] = useState(modal !== null)
  const [showsModals, setShowsModals] = useState(false)
  const isCovered = modal !== null && !showsModals && (cameWithDialog || !canShowModal())
  return (
    <>
      {modal === null ? null : (
        <Suspense key={key} fallback={<LoadFully />}>
          <PageModal modal={modal} onModal={setShowsModals} />
        </Suspense>
      )}
      <SiteFrame isCovered={isCovered}>
        <Outlet />
      </SiteFrame>
    </>
  )
}

/** The form's own scripts do not come: the server shows it. */
function LoadFully() {
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), requestTimeout)
    return () => clearTimeout(timer)
  }, [])
  return null
}
