import { reportFailure } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { sharedChildOf, withChild } from '#server/contract/child/child-query.ts'
import { loadOrder, type OrderView } from '#app/leads/load-order.server.ts'
import { posterPath } from '#app/paths.ts'
import { loginReason } from '#app/accounts/login-reason.server.ts'
import { modalOf, pageUnderModal } from '../navigation/modal-address.ts'

/** A modal over a page, and the address of the page without it. */
export type Modal = { closeHref: string } & (
  { kind: 'login'; reason?: string } | { kind: 'order'; view: OrderView } | { kind: 'poster'; src: string }
)

/** Loads the modal that `?modal=` names; undefined for none, and for a form about something that does not exist. */
export async function loadModal(caller: Caller): Promise<Modal | undefined> {
  const { searchParams } = new URL(caller.request.url)
  const kind = modalOf(searchParams)
  if (kind === undefined) return undefined
  const closeHref = pageUnderModal(caller.request)
  if (kind === 'login') {
    const reason = await loginReason(caller)
    return { kind, closeHref, ...(reason === undefined ? {} : { reason }) }
  }
  if (kind === 'poster') {
    const path = posterPath(searchParams.get('poster') ?? '')
    return path === undefined
      ? undefined
      : { kind, closeHref, src: withChild(path, sharedChildOf(searchParams)) }
  }
  try {
    const names = {
      orderType: searchParams.get('orderType'),
      schoolId: searchParams.get('schoolId'),
      openDayId: searchParams.get('openDayId'),
    }
    const [source = ''] = closeHref.split('?')
    return { kind, closeHref, view: await loadOrder(caller, names, source.slice(0, 200)) }
  } catch (error) {
    // The page is shown without its form; a missing school or open day is no error to report.
    if (error instanceof Error) reportFailure(caller, error)
    return undefined
  }
}
