import { renderToStaticMarkup } from 'react-dom/server'
import type { AppLoadContext } from '#app/load-context.ts'
import { loadOrder } from './load-order.server.ts'
import { PageModal, type PageModalProps } from './page-modal.tsx'

type Caller = { context: AppLoadContext; request: Request }

const own = ['modal', 'orderType', 'schoolId', 'openDayId']

/**
 * The form that `?modal=` names, as HTML: plain links and forms need no scripts, so none are sent for them. Undefined
 * for none, and for one about something that does not exist.
 */
export async function loadModal(caller: Caller): Promise<string | undefined> {
  const modal = await modalOf(caller)
  return modal && renderToStaticMarkup(<PageModal {...modal} />)
}

async function modalOf(caller: Caller): Promise<PageModalProps | undefined> {
  const { pathname, searchParams } = new URL(caller.request.url)
  const kind = searchParams.get('modal')
  if (kind !== 'order' && kind !== 'login') return undefined
  const rest = new URLSearchParams(searchParams)
  for (const name of own) rest.delete(name)
  const path = pathname
    .replace(/\.data$/, '/')
    .replace(/^\/_root\/$/, '/')
    .replace(/\/{2,}$/, '/')
  const closeHref = rest.size === 0 ? path : `${path}?${rest.toString()}`
  if (kind === 'login') return { kind, closeHref }
  try {
    const names = {
      orderType: searchParams.get('orderType'),
      schoolId: searchParams.get('schoolId'),
      openDayId: searchParams.get('openDayId'),
    }
    return { kind, closeHref, view: await loadOrder(caller, names, path.slice(0, 200)) }
  } catch (error) {
    // The page stands without its form; what does not exist is no fault.
    if (error instanceof Error) caller.context.reportError?.(error, caller.request)
    return undefined
  }
}
