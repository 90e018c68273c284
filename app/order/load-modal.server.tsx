import { renderToStaticMarkup } from 'react-dom/server'
import type { AppLoadContext } from '#app/load-context.ts'
import { loadOrder } from './load-order.server.ts'
import { PageModal, type PageModalProps } from './page-modal.tsx'
import { formOver, pageUnderForm } from './page-under-form.server.ts'

type Caller = { context: AppLoadContext; request: Request }

/**
 * The form that `?modal=` names, as HTML: plain links and forms need no scripts, so none are sent for them. Undefined
 * for none, and for one about something that does not exist.
 */
export async function loadModal(caller: Caller): Promise<string | undefined> {
  const modal = await modalOf(caller)
  return modal && renderToStaticMarkup(<PageModal {...modal} />)
}

async function modalOf(caller: Caller): Promise<PageModalProps | undefined> {
  const kind = formOver(caller.request)
  if (kind === undefined) return undefined
  const closeHref = pageUnderForm(caller.request)
  if (kind === 'login') return { kind, closeHref }
  try {
    const { searchParams } = new URL(caller.request.url)
    const names = {
      orderType: searchParams.get('orderType'),
      schoolId: searchParams.get('schoolId'),
      openDayId: searchParams.get('openDayId'),
    }
    const [source = ''] = closeHref.split('?')
    return { kind, closeHref, view: await loadOrder(caller, names, source.slice(0, 200)) }
  } catch (error) {
    // The page stands without its form; what does not exist is no fault.
    if (error instanceof Error) caller.context.reportError?.(error, caller.request)
    return undefined
  }
}
