import type { BatchFault } from '#server/contract/staff/acts/batch.ts'
import type { LeadBatchAct } from '#server/contract/staff/acts/lead-batch.ts'

/** What acts with several records are called, as their buttons and the access log say. */
export const batchActNames: Readonly<Record<LeadBatchAct, string>> = {
  assign: '分配',
  transfer: '转给学校',
  close: '不再联系',
  export: '导出',
}

/** Why a record stays as it is. */
export const faultTexts: Readonly<Record<BatchFault, string>> = {
  unknown: '找不到，或者不归您管',
  over: '已取消或撤回授权，不能再联系',
  assigned: '已经分配给别的顾问',
  claimed: '别的顾问正在联系这位家长',
  'no-consent': '家长没有授权告诉这所学校',
  booking: '是开放日的预约，请在开放日里处理',
  already: '已经是这样，不用再改',
}
