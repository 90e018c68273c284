import type { OrderType } from '#server/contract/clue.ts'

/** What a request of each type is called, what its button says, and what happens once it is sent. */
type OrderWords = { title: string; send: string; next: readonly string[] }

const call = '顾问会在 1 个工作日内用您填写的电话联系您。'
const decide = '不需要付费，也不代表已经报名，是否报名由您和学校商定。'

/** Words of every type of request. */
export const orderWords: Readonly<Record<OrderType, OrderWords>> = {
  order: {
    title: '预约参观',
    send: '提交预约',
    next: [call, '和您商定到访的日期和时间，以确认电话为准。', decide],
  },
  consult: { title: '咨询', send: '提交咨询', next: [call, '您关心的问题会逐一答复。', decide] },
  openday: {
    title: '预约开放日',
    send: '预约开放日',
    next: ['名额已经为您留好，请按时到场。', '学校如果改期，会提前用您填写的电话通知您。', decide],
  },
  course: {
    title: '课程咨询',
    send: '提交咨询',
    next: [call, '了解孩子的情况后，给出适合的课程方向。', decide],
  },
  planning: {
    title: '升学规划咨询',
    send: '提交咨询',
    next: [call, '了解孩子的情况后，一起列出学校名单和时间表。', decide],
  },
  cooperation: { title: '商务合作', send: '提交', next: ['负责合作的同事会在 3 个工作日内联系您。'] },
}

/** A type of request as an address or a form gives it; a visit for anything else. */
export function orderTypeOf(given: string | null | undefined): OrderType {
  const known = Object.keys(orderWords).find((type) => type === given)
  return isOrderType(known) ? known : 'order'
}

/** Only names of the table come here. */
function isOrderType(text: string | undefined): text is OrderType {
  return text !== undefined && text in orderWords
}
