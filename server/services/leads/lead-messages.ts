import type { getRequest } from '#server/contract/accounts/account.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import type { NoSeat } from '#server/db/open-days/seats.ts'

/** What the sender of a request is told about its status; who calls stands on its page. */
export function statusMessage(status: DataOf<typeof getRequest>['status'], orderType: OrderType): string {
  return status === 'booked' || status === 'submitted'
    ? confirmationMessages[orderType]
    : otherStatuses[status]
}

const confirmationMessages: Readonly<Record<OrderType, string>> = {
  order: '预约已提交',
  consult: '咨询已提交',
  openday: '开放日预约成功，请按时到场',
  course: '课程咨询已提交',
  planning: '升学规划咨询已提交',
  cooperation: '合作申请已提交',
}

/** Of a repeated request that promises no call any more, and of one on a waiting list. */
const otherStatuses = {
  waiting: '已加入候补，有名额时按顺序补上，并用您填写的电话通知您',
  contacted: '这份申请已经提交过，已与您联系',
  cancelled: '这份申请已经取消，不会再有人为它联系您；仍有需要，请重新填写',
  withdrawn: '这份申请的授权已经撤回，不会再有人为它联系您；仍有需要，请重新填写',
  off: '这场开放日已取消，请不要前往',
  over: '这份申请已经结束',
}

/** Why an open day cannot be booked. */
export const noSeatMessages: Readonly<Record<NoSeat, string>> = {
  full: '这场开放日名额已满',
  closed: '这场开放日预约已截止',
  past: '这场开放日已结束',
  cancelled: '这场开放日已取消',
}
