import type { OrderType } from '#server/contract/clue.ts'

/** What a request of each type is called, and what its button says. */
type OrderLabels = { title: string; send: string }

/** Words of every type of request. */
export const orderLabels: Readonly<Record<OrderType, OrderLabels>> = {
  order: { title: '预约参观', send: '提交预约' },
  consult: { title: '咨询', send: '提交咨询' },
  openday: { title: '预约开放日', send: '预约开放日' },
  course: { title: '课程咨询', send: '提交咨询' },
  planning: { title: '升学规划咨询', send: '提交咨询' },
  cooperation: { title: '商务合作', send: '提交' },
}

/** A type of request as an address or a form gives it; a visit for anything else. */
export function orderTypeOf(given: string | null | undefined): OrderType {
  const known = Object.keys(orderLabels).find((type) => type === given)
  return isOrderType(known) ? known : 'order'
}

/** Only names of the table come here. */
function isOrderType(text: string | undefined): text is OrderType {
  return text !== undefined && text in orderLabels
}
