import type { Term } from '../vocabulary.ts'

/** Outcomes of a call. Only those of `isContact` were a conversation, after which the sender reads 已联系. */
export const leadOutcomes = [
  { slug: 'reached', label: '已接通', isContact: true },
  { slug: 'visit', label: '约好到访', isContact: true },
  { slug: 'call_back', label: '约好再联系', isContact: true },
  { slug: 'declined', label: '不再考虑', isContact: true },
  { slug: 'unanswered', label: '没人接听', isContact: false },
  { slug: 'wrong_number', label: '号码不对', isContact: false },
] as const satisfies readonly (Term & { isContact: boolean })[]
export type LeadOutcome = (typeof leadOutcomes)[number]['slug']

/** How often nobody answers until no further call is planned. */
export const mostTries = 4

/** Why a lead is closed, of which nobody called its sender. */
export const leadClosings = [
  { slug: 'duplicate', label: '和同一家长的另一条重复' },
  { slug: 'unreachable', label: '一直联系不上' },
  { slug: 'too_late', label: '家长要的时间已经过了' },
  { slug: 'elsewhere', label: '家长在别处说了不用再联系' },
  { slug: 'no_family', label: '不是家长的申请' },
] as const satisfies readonly Term[]
export type LeadClosing = (typeof leadClosings)[number]['slug']

/** What is recorded about a lead. */
export const leadEntryKinds = [
  { slug: 'contacted', label: '已联系' },
  { slug: 'attempted', label: '没联系上' },
  { slug: 'note', label: '备注' },
  { slug: 'assigned', label: '分配' },
  { slug: 'transferred', label: '转给学校' },
  { slug: 'resent', label: '重发到 CRM' },
  { slug: 'closed', label: '结束' },
] as const satisfies readonly Term[]
export type LeadEntryKind = (typeof leadEntryKinds)[number]['slug']
