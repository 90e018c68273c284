import type { DataOf } from '#server/contract/endpoint.ts'
import type { listStaffCorrections } from '#server/contract/staff/corrections.ts'
import type { listLeads } from '#server/contract/staff/leads.ts'
import type { listQuestions } from '#server/contract/staff/questions.ts'

/** Names of a lead's states. */
export const leadStateNames: Readonly<Record<DataOf<typeof listLeads>['items'][number]['state'], string>> = {
  received: '待联系',
  waiting: '候补中',
  contacted: '已联系',
  cancelled: '已取消',
  withdrawn: '已撤回授权',
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
