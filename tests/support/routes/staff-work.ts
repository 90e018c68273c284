import type { z } from 'zod'
import { searchStaff } from '#server/contract/staff/search.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { getAct, undoAct } from '#server/contract/staff/acts/acts.ts'
import {
  answerCorrection,
  getStaffCorrection,
  listStaffCorrections,
  revealCorrection,
} from '#server/contract/staff/corrections.ts'
import { checkLeadBatch, runLeadBatch } from '#server/contract/staff/acts/lead-batch.ts'
import {
  addLeadNote,
  assignLead,
  claimLead,
  getLead,
  getLeadFilters,
  getLeadQueue,
  listLeads,
  postponeLead,
  recordLeadCall,
  releaseLead,
  resendLead,
  revealLead,
  takeNextLead,
  transferLead,
} from '#server/contract/staff/leads.ts'
import {
  answerQuestion,
  editQuestion,
  getQuestion,
  joinQuestion,
  listQuestions,
  refuseQuestion,
  revealQuestion,
  showQuestion,
} from '#server/contract/staff/questions.ts'
import { answer, type FakeAnswer } from './fake-api.ts'
import { openDay, schoolDetail } from './sample-api.ts'

const at = '2027-03-01T04:00:00.000Z'
const page = { total: 1, page: 1, page_size: 20 }
const msg = '好了'

/** A lead of the sample. */
export const lead = {
  reference: '484Q03SY1T',
  order_type: 'order',
  state: 'received',
  created_at: at,
  city_code: '4403',
  name: '张**',
  phone: '138****0001',
  verified: true,
  stage: 'primary',
  grade: 'g1',
  school: { id: 7, name: '深圳弦歌学校' },
  recipient: '深圳弦歌学校',
  duplicates: 1,
  message: '想看看宿舍',
  duplicate_of: 'ZZZZZZZZZZ',
  consents: [{ purpose: 'contact', recipient: '深圳弦歌学校', given_at: at }],
  entries: [
    { id: 1, kind: 'attempted', author: '林老师', outcome: 'unanswered', note: '下午再打', at },
    { id: 2, kind: 'assigned', author: '周主管', recipient: '林老师', at },
  ],
  others: [],
  crm: { waiting: false, sent_at: at },
  acts: ['note', 'assign', 'resend', 'reveal', 'contact', 'claim', 'transfer'],
} as const satisfies z.input<(typeof getLead)['data']>

/** A question of the sample. */
export const question = {
  id: 12,
  school: { id: 7, name: '深圳弦歌学校' },
  body: '有没有校车？',
  state: 'pending',
  asked_at: at,
  version: at,
  edited: false,
  marks: ['广告'],
  answered: false,
  contact: true,
  others: [{ id: 11, body: '校车多少钱？', state: 'shown' }],
  joined: [],
} as const satisfies z.input<(typeof getQuestion)['data']>

/** A report of the sample. */
export const correction = {
  id: 5,
  school: { id: 7, name: '深圳弦歌学校' },
  field: 'tuition',
  wrong: '学费是去年的',
  state: 'received',
  created_at: at,
  contact: true,
  account: false,
} as const satisfies z.input<(typeof getStaffCorrection)['data']>

/** Answers to the calls of leads, questions and reports of errors: one of each. */
export function staffWorkAnswers(): FakeAnswer[] {
  return [
    answer(listLeads, { items: [leadWith({})], ...page }),
    answer(getLeadFilters, {
      schools: [{ id: 7, name: '深圳弦歌学校' }],
      advisors: [{ id: 3, name: '林老师', active: true }],
    }),
    answer(getLead, leadWith({})),
    answer(searchStaff, ({ text }) => ({
      leads: { items: [leadWith({})], more: text === '8841' },
      schools: { items: [{ id: 7, name: '深圳弦歌学校', hint: '深圳南山区' }], more: false },
    })),
    answer(claimLead, { msg, until: at }),
    answer(releaseLead, { msg }),
    answer(revealLead, { name: '张三丰', phone: '+8613800000001', message: '想看看宿舍', claimed_until: at }),
    answer(recordLeadCall, { msg, act: 12, next_at: at }),
    answer(getLeadQueue, { due: 1, fresh: 3, held: heldLead({}) }),
    answer(takeNextLead, { msg, reference: lead.reference }),
    answer(postponeLead, { msg, act: 13, next_at: at }),
    answer(checkLeadBatch, {
      rows: [
        { record: lead.reference, title: '张**，深圳弦歌学校' },
        { record: 'AAAAAAAAAA', title: '李**', why: 'claimed' },
      ],
      more: 0,
    }),
    answer(runLeadBatch, { act: 14 }),
    answer(getAct, {
      kind: 'lead_batch',
      act: 'assign',
      rows: [
        { record: lead.reference, title: '张**，深圳弦歌学校' },
        { record: 'AAAAAAAAAA', why: 'claimed' },
      ],
      until: at,
      undone: false,
    }),
    answer(undoAct, { msg, kind: 'lead_call', undone: 1, kept: [] }),
    answer(addLeadNote, { msg }),
    answer(assignLead, { msg }),
    answer(transferLead, { msg }),
    answer(resendLead, { msg }),
    // The queue shows what visitors read of the lead's school.
    answer(getSchool, schoolDetail()),
    answer(listOpenDays, { items: [openDay], ...page }),
    answer(listQuestions, { items: [questionWith({})], ...page }),
    answer(getQuestion, questionWith({})),
    answer(showQuestion, questionWith({})),
    answer(answerQuestion, questionWith({})),
    answer(editQuestion, questionWith({})),
    answer(refuseQuestion, questionWith({})),
    answer(joinQuestion, questionWith({})),
    answer(revealQuestion, { name: '李女士', phone: '+8613800000002' }),
    answer(listStaffCorrections, { items: [{ ...correction }], ...page }),
    answer(getStaffCorrection, { ...correction }),
    answer(answerCorrection, { ...correction }),
    answer(revealCorrection, { phone: '+8613800000003' }),
  ]
}

/** The lead of the sample with other facts. */
export function leadWith(
  facts: Partial<z.input<(typeof getLead)['data']>>,
): z.input<(typeof getLead)['data']> {
  return {
    ...lead,
    consents: [...lead.consents],
    entries: [...lead.entries],
    others: [],
    acts: [...lead.acts],
    ...facts,
  }
}

/** The lead of the sample as its advisor holds it, with other facts. */
export function heldLead(
  facts: Partial<NonNullable<z.input<(typeof getLeadQueue)['data']>['held']>>,
): NonNullable<z.input<(typeof getLeadQueue)['data']>['held']> {
  const claim = { reference: lead.reference, by: { id: 1, name: '周主管' }, until: at, mine: true }
  const full = { name: '张三丰', phone: '+8613800000001', message: '想看看宿舍' }
  return {
    ...leadWith({ claim, recipient: '本站', recipient_kind: 'operator' }),
    full,
    unanswered: 1,
    next_try: at,
    ...facts,
  }
}

/** The question of the sample with other facts. */
export function questionWith(
  facts: Partial<z.input<(typeof getQuestion)['data']>>,
): z.input<(typeof getQuestion)['data']> {
  return { ...question, others: [...question.others], joined: [], ...facts }
}
