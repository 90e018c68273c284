import { z } from 'zod'
import { requestStates } from '../accounts/account.ts'
import { listedLeadFields } from '../catalogue/lead-fields.ts'
import { pick } from '../catalogue/typed-records.ts'
import { reference } from '../leads/clue.ts'
import { answerOutputs } from '../leads/lead-answers.ts'
import { orderTypes } from '../catalogue/order-types.ts'
import { recipientKinds } from '../leads/recipient.ts'
import { consentPurposes } from '../leads/consents.ts'
import { cityCode, id, listFields, listOf, moment, sortOf, tick } from '../fields.ts'
import { leadClosings, leadEntryKinds, leadOutcomes } from './lead-terms.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { writtenDay } from './written-fields.ts'

/** For how long a member who is about to call a parent excludes the others. */
export const claimMinutes = 30

const person = z.object({ id: z.int(), name: z.string() })
const school = z.object({ id: z.int(), name: z.string() })

/** What a member may do about a lead. */
export const leadActs = [
  'claim',
  'release',
  'reveal',
  'contact',
  'note',
  'assign',
  'transfer',
  'resend',
] as const

/** A lead as lists show it. */
export const leadItem = z.object({
  reference: z.string(),
  order_type: z.enum(orderTypes),
  state: z.enum(requestStates),
  created_at: moment,
  city_code: cityCode,
  /** Masked; absent once it was cancelled or withdrawn. */
  name: z.string().optional(),
  phone: z.string().optional(),
  /** Whether the sender verified the phone. */
  verified: z.boolean(),
  /** Of the child; absent once it was cancelled or withdrawn. */
  stage: z.string().optional(),
  grade: z.string().optional(),
  /** Of the answers those that are read before a lead is opened; absent once it was cancelled or withdrawn. */
  ...pick(answerOutputs, listedLeadFields),
  school: school.optional(),
  open_day: z.object({ id: z.int(), title: z.string(), starts_at: moment }).optional(),
  /** Its place in the waiting list of the open day, from 1, while it waits. */
  waiting_position: z.int().optional(),
  /** The recipient that the consent to be contacted names. */
  recipient: z.string().optional(),
  /** Whether that is the school or the operator. */
  recipient_kind: z.enum(recipientKinds).optional(),
  /** Who looks after it. */
  assignee: person.optional(),
  /** Who is about to call its phone, for this lead or another one, and until when. */
  claim: z.object({ reference: z.string(), by: person, until: moment, mine: z.boolean() }).optional(),
  contacted_at: moment.optional(),
  /** When its sender is to be called again, and whether that has come; absent for schools. */
  next_contact: z.object({ at: moment, due: z.boolean() }).optional(),
  transferred_at: moment.optional(),
  /** Since when nobody calls about it any more, as staff decided. */
  closed_at: moment.optional(),
  /** How many other leads have its phone. */
  duplicates: z.int(),
})

/** What lists of leads are filtered by: `received` awaits a call, `booked` is a booking of an open day, which awaits none, as `closed`. */
export const leadStates = [...requestStates, 'booked', 'closed'] as const

/** By which leads are chosen from a list. */
export const leadFilterFields = {
  state: z.enum(leadStates, '状态不正确').optional(),
  school_id: id.optional(),
  advisor: z.union([z.enum(['mine', 'none']), id], '顾问不正确').optional(),
  /** Those whose sender is to be called again (`set`), now (`due`); the earliest first. */
  next: z.enum(['due', 'set'], '下次联系不正确').optional(),
  from: writtenDay.optional(),
  to: writtenDay.optional(),
  reference: reference.optional(),
  sort: sortOf('latest', 'oldest'),
  city_code: listFields.city_code,
}

/** The filters of a list of leads, parsed. */
export type LeadFilterInput = z.output<z.ZodObject<typeof leadFilterFields>>

/**
 * Leads: for advisors their own and those that nobody looks after, for schools those whose consent names them.
 * `advisor`: a member's id, `mine`, or `none`. `from`, `to`: days in China, both included.
 */
export const listLeads = staffEndpoint({
  method: 'GET',
  path: '/api/staff/leads',
  summary: '线索',
  right: 'leads.read',
  input: z.object({
    ...leadFilterFields,
    ...listFields,
  }),
  data: listOf(leadItem),
})

/** Schools and advisors by which the caller may filter leads. */
export const getLeadFilters = staffEndpoint({
  method: 'GET',
  path: '/api/staff/lead-filters',
  summary: '线索的筛选项',
  right: 'leads.read',
  input: z.object({}),
  data: z.object({
    schools: z.array(school),
    /** `active`: whether a lead may be given to the member, who is an advisor and has not ended. */
    advisors: z.array(person.extend({ active: z.boolean() })),
  }),
})

const ofLead = z.object({ reference })

const leadDetail = leadItem.extend({
  /**
   * Without long numbers; for schools of a transferred lead whose consent covers it; absent once it was cancelled or
   * withdrawn.
   */
  message: z.string().optional(),
  /** All answers; absent once it was cancelled or withdrawn. */
  ...answerOutputs,
  source: z.string().optional(),
  /** Why staff took it off the waiting list of its open day; absent when its sender ended it. */
  removal_reason: z.string().optional(),
  duplicate_of: z.string().optional(),
  consents: z.array(
    z.object({
      purpose: z.enum(consentPurposes),
      recipient: z.string(),
      given_at: moment,
      withdrawn_at: moment.optional(),
    }),
  ),
  /** Latest first; for schools without notes and authors, and without notes once it was cancelled or withdrawn. */
  entries: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(leadEntryKinds.map(({ slug }) => slug)),
      author: z.string().optional(),
      recipient: z.string().optional(),
      outcome: z.enum([...leadOutcomes, ...leadClosings].map(({ slug }) => slug)).optional(),
      note: z.string().optional(),
      at: moment,
    }),
  ),
  others: z.array(leadItem),
  /** `waiting`: a message to the CRM has not been delivered yet. Absent for schools. */
  crm: z.object({ waiting: z.boolean(), sent_at: moment.optional() }).optional(),
  acts: z.array(z.enum(leadActs)),
})

/** One lead with its consents, its history, and the other leads of its phone. 1404 beyond the caller's reach. */
export const getLead = staffEndpoint({
  method: 'GET',
  path: '/api/staff/leads/{reference}',
  summary: '一条线索',
  right: 'leads.read',
  input: ofLead,
  data: leadDetail,
})

const changed = z.object({ msg: z.string() })
const recorded = changed.extend({ act: z.int(), next_at: moment.optional() })

/**
 * Claims the phone of a lead. Like every call below: 1409 with `data.state` `over` when the lead was cancelled or
 * withdrawn, `assigned` (`to`) when another advisor looks after it, and where the parent would be called `claimed`
 * (`by`, `until`) when another one is about to.
 */
export const claimLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/claim',
  summary: '认领线索',
  right: 'leads.write',
  input: ofLead,
  data: changed.extend({ until: moment }),
})

/** Ends the caller's own claim. */
export const releaseLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/release',
  summary: '放弃认领',
  right: 'leads.write',
  input: ofLead,
  data: changed,
})

/**
 * Full name, phone and message, which is recorded; for advisors it claims the phone. A school is shown what was
 * transferred to it, without the message.
 */
export const revealLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/reveal',
  summary: '显示电话',
  right: 'leads.reveal',
  input: ofLead,
  data: z.object({
    name: z.string().optional(),
    phone: z.string().optional(),
    message: z.string().optional(),
    claimed_until: moment.optional(),
  }),
})

const noteText = z.string('请填写备注').trim().max(1000, '备注最多 1000 字')

/**
 * Records a call with its time and outcome, also for other leads of the same phone (`also`); after a conversation the sender
 * reads 已联系. Where no other time is stated, `unanswered` and `call_back` plan the next call by rule (`next_at` of the
 * answer), the former at most `mostTries` times. `held`: only while the caller's claim is the last one of the lead, else 1409
 * with `data.state` `released`: the result of one call is not recorded twice. `act`: what `undoAct` takes back.
 */
export const recordLeadCall = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/contacted',
  summary: '记录联系',
  right: 'leads.write',
  input: z.object({
    reference,
    outcome: z.enum(
      leadOutcomes.map(({ slug }) => slug),
      '请选择结果',
    ),
    /** When the call was; absent: now. */
    at: z.iso.datetime('请填写联系的时间').optional(),
    /** When to call again; absent: not, or as agreed before when nobody was reached. */
    next_at: z.iso.datetime('请填写下次联系的时间').optional(),
    note: noteText.transform((text) => (text === '' ? undefined : text)).optional(),
    also: z.array(reference).max(20).default([]),
    held: tick,
  }),
  data: recorded,
})

/**
 * The lead that the caller is about to call, with name, phone and message in full, which is recorded; without a full name and
 * phone where its school calls. And how many calls are due and how many new leads wait for the caller.
 */
export const getLeadQueue = staffEndpoint({
  method: 'GET',
  path: '/api/staff/lead-queue',
  summary: '要联系的家长',
  right: 'leads.write',
  input: z.object({}),
  data: z.object({
    due: z.int(),
    fresh: z.int(),
    held: leadDetail
      .extend({
        full: z
          .object({
            name: z.string().optional(),
            phone: z.string().optional(),
            message: z.string().optional(),
          })
          .optional(),
        /** How often nobody answered, and when the next call would be if nobody answers now; absent: none is planned. */
        unanswered: z.int(),
        next_try: moment.optional(),
      })
      .optional(),
  }),
})

/**
 * Claims the next lead: the one that the caller holds already, else by due calls, the earliest first, then new leads, the
 * oldest first; none whose parent another member is about to call, and no two callers the same. `skip`: gives up the claim on
 * this lead first, and takes another one. `reference` is absent when none waits.
 */
export const takeNextLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/lead-queue/next',
  summary: '联系下一位家长',
  right: 'leads.write',
  input: z.object({ skip: reference.optional() }),
  data: changed.extend({ reference: z.string().optional() }),
})

/** Puts off the call of a lead that nobody has called: to a time, or by rule, and ends the caller's claim. */
export const postponeLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/postpone',
  summary: '以后再联系',
  right: 'leads.write',
  input: z.object({ reference, next_at: z.iso.datetime('请填写下次联系的时间').optional() }),
  data: recorded,
})

/** Adds a note, which parents find in the export of their data. */
export const addLeadNote = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/notes',
  summary: '添加备注',
  right: 'leads.write',
  input: z.object({ reference, note: noteText.min(1, '请填写备注') }),
  data: changed,
})

/** Gives a lead to an advisor, or with `0` to nobody. */
export const assignLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/assign',
  summary: '分配线索',
  right: 'leads.write',
  input: z.object({
    reference,
    advisor: z.union([z.literal('0').transform(() => 0), z.literal(0), id], '请选择顾问'),
  }),
  data: changed,
})

/** Gives a lead to the school that its consent names. */
export const transferLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/transfer',
  summary: '转给学校',
  right: 'leads.write',
  input: ofLead,
  data: changed,
})

/** Sends a lead to the CRM once more; 1409 with `data.state` `waiting` while an earlier message waits. */
export const resendLead = staffEndpoint({
  method: 'POST',
  path: '/api/staff/leads/{reference}/resend',
  summary: '重发到 CRM',
  right: 'leads.write',
  input: ofLead,
  data: changed,
})
