import type { OrderType } from '#server/contract/leads/clue.ts'
import type { NoSeat } from '#server/db/open-days/seats.ts'

/** Confirmation for the sender: that the request arrived, and what happens next. */
export const confirmationMessages: Readonly<Record<OrderType, string>> = {
  order: '预约已提交，工作人员会尽快与您联系，确认到访时间',
  consult: '咨询已提交，工作人员会尽快与您联系',
  openday: '开放日预约成功，请按时到场',
  course: '课程咨询已提交，工作人员会尽快与您联系',
  planning: '升学规划咨询已提交，工作人员会尽快与您联系',
  cooperation: '合作申请已提交，工作人员会尽快与您联系',
}

/** Confirmation for whoever was put on the waiting list of an open day. */
export const waitingMessage = '已加入候补，有名额时按顺序补上，并用您填写的电话通知您'

/** Names of the kinds of requests for staff. */
export const orderTypeNames: Readonly<Record<OrderType, string>> = {
  order: '预约参观',
  consult: '择校咨询',
  openday: '开放日报名',
  course: '课程咨询',
  planning: '升学规划',
  cooperation: '商务合作',
}

/** Why an open day cannot be booked. */
export const noSeatMessages: Readonly<Record<NoSeat, string>> = {
  full: '这场开放日名额已满',
  closed: '这场开放日预约已截止',
  past: '这场开放日已结束',
  cancelled: '这场开放日已取消',
}
