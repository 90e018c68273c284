import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import type { Recipient } from '#server/contract/leads/recipient.ts'

/** Labels of a lead type: its title and the text of the submit button. */
type OrderLabels = { title: string; send: string }

/** Labels of every lead type. */
export const orderLabels: Readonly<Record<OrderType, OrderLabels>> = {
  order: { title: '预约参观', send: '提交预约' },
  consult: { title: '咨询', send: '提交咨询' },
  openday: { title: '预约开放日', send: '预约开放日' },
  course: { title: '课程咨询', send: '提交咨询' },
  planning: { title: '升学规划咨询', send: '提交咨询' },
  cooperation: { title: '商务合作', send: '提交' },
}

/** Labels of a form for the waiting list of a full open day. */
export const waitingLabels: OrderLabels = { title: '开放日候补', send: '加入候补' }

/** The title of a form and the text of its submit button. */
export function formLabels({
  orderType,
  openDay,
}: {
  orderType: OrderType
  openDay?: { state: string }
}): OrderLabels {
  return orderType === 'openday' && openDay?.state === 'full' ? waitingLabels : orderLabels[orderType]
}

/** The school that a form's consents name; empty where they name the operator. */
export function consentSchool({ recipient }: { recipient?: Recipient }): string {
  return recipient?.kind === 'school' ? recipient.name : ''
}

/** The lead type that an address or a form names; `order` (a visit) for anything else. */
export function orderTypeOf(given: string | null | undefined): OrderType {
  const known = Object.keys(orderLabels).find((type) => type === given)
  return isOrderType(known) ? known : 'order'
}

/** Type guard: only keys of `orderLabels` are passed. */
function isOrderType(text: string | undefined): text is OrderType {
  return text !== undefined && text in orderLabels
}
