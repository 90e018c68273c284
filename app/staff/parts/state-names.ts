import type { DataOf } from '#server/contract/endpoint.ts'
import type { listStaffCorrections } from '#server/contract/staff/corrections.ts'
import type { leadStates, listLeads } from '#server/contract/staff/leads.ts'
import type { listQuestions } from '#server/contract/staff/questions.ts'

/** Names of a lead's states, as filters name them. */
export const leadStateNames: Readonly<Record<(typeof leadStates)[number], string>> = {
  received: '待联系',
  booked: '已预约',
  waiting: '候补中',
  contacted: '已联系',
  cancelled: '已取消',
  withdrawn: '已撤回授权',
  closed: '已结束',
}

/** The state of a lead: nobody calls about a booking of an open day, nor about what was closed. */
export function leadStateText({
  state,
  order_type: type,
  closed_at: closed,
}: Pick<DataOf<typeof listLeads>['items'][number], 'state' | 'order_type' | 'closed_at'>): string {
  if (closed !== undefined && ['received', 'waiting', 'contacted'].includes(state))
    return leadStateNames.closed
  return state === 'received' && type === 'openday' ? leadStateNames.booked : leadStateNames[state]
}

/** Names of a question's states. */
export const questionStateNames: Readonly<
  Record<DataOf<typeof listQuestions>['items'][number]['state'], string>
> = {
  pending: '待审核',
  shown: '已公开',
  refused: '不公开',
  joined: '已合并',
}

/** Names of the states of a report of an error. */
export const correctionStateNames: Readonly<
  Record<DataOf<typeof listStaffCorrections>['items'][number]['state'], string>
> = {
  received: '待核实',
  corrected: '已更正',
  unchanged: '核实无误',
}
