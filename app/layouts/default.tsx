import { data, redirect, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'
import { layoutRevalidates } from '#app/navigation/revalidation.ts'
import { loadModal } from '#app/order/load-modal.server.tsx'
import { formOver, pageUnderForm } from '#app/order/page-under-form.server.ts'
import { SiteFrame } from '#app/ui/site-frame.tsx'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { isToggle } from '#app/visitor/unless-toggled.ts'

/**
 * The form that `?modal=` opens over any page; a page with its key is kept by nobody. The page under a form may be less
 * than whole: when there is no form to show, on to the page alone.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (formOver(request) === undefined) return null
  const modal = await loadModal({ context, request })
  if (modal === undefined) throw redirect(pageUnderForm(request))
  return data(modal, { headers: privateHeaders })
}

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  !isToggle(change) && layoutRevalidates(change)

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** The usual layout: header with city and search, footer with the operator's facts. */
export default function DefaultLayout() {
  const modal = useLoaderData<typeof loader>()
  return (
    <>
      {modal === null ? null : <div dangerouslySetInnerHTML={{ __html: modal }} />}
      <SiteFrame isCovered={modal !== null}>
        <Outlet />
      </SiteFrame>
    </>
  )
}
