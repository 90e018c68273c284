import type { OrderTarget } from '#app/paths.ts'

/** The specification's modal state; the phone's display is a disclosure of the page itself. */
export type ModalState = {
  orderVisible: boolean
  loginVisible: boolean
  orderType: NonNullable<OrderTarget['orderType']>
  schoolId: string | undefined
}

const orderTypes = ['order', 'consult', 'openday', 'course', 'planning', 'cooperation'] as const

/** Nothing is open; the usual order type is `order`. */
export const nothingOpen: ModalState = {
  orderVisible: false,
  loginVisible: false,
  orderType: 'order',
  schoolId: undefined,
}

/** What a link such as `?modal=order&orderType=consult&schoolId=3` opens; another kind opens nothing. */
export function opened(query: URLSearchParams): ModalState {
  const kind = query.get('modal')
  const asked = query.get('orderType')
  return {
    orderVisible: kind === 'order',
    loginVisible: kind === 'login',
    orderType: orderTypes.find((type) => type === asked) ?? nothingOpen.orderType,
    schoolId: query.get('schoolId') ?? undefined,
  }
}

/** Closing clears the school's id and leaves the type to the next link. */
export function closed(): ModalState {
  return nothingOpen
}

/** The query that asks for an open modal's form; undefined when nothing is open. */
export function queryOf(state: ModalState, link: URLSearchParams): string | undefined {
  if (!state.orderVisible && !state.loginVisible) return undefined
  const query = new URLSearchParams({ modal: state.orderVisible ? 'order' : 'login' })
  if (state.orderVisible) query.set('orderType', state.orderType)
  if (state.schoolId !== undefined) query.set('schoolId', state.schoolId)
  const openDay = link.get('openDayId')
  if (openDay !== null) query.set('openDayId', openDay)
  return query.toString()
}
