import { type OrderType, orderTypes } from './order-types.ts'
import type { Term } from '../vocabulary.ts'
import { namesOf } from './typed-records.ts'

/** One optional answer of a lead's form, by the name of its column: everything that is said of it. Texts are zh-Hans. */
export type LeadField = {
  /** Its name in lists, exports and facts. */
  label: string
  /** Its name in the form. */
  prompt: string
  /** How it is answered, or what for, beside the field of a form. */
  hints: Readonly<Partial<Record<OrderType, string>>>
  /** The choice of no answer, of those with one. */
  none?: string
  /** The prefix of the names of its checkboxes, of those with several answers. */
  prefix?: string
  /** The types of leads whose form asks for it. */
  types: readonly OrderType[]
  /** Why it is refused with a lead of another type, where there is one. */
  misplaced?: string
  /** The answers that one chooses from, and whether several may be chosen. */
  terms: readonly Term[]
  isSeveral: boolean
  /** How an answer in words is written, of those without terms: stored and shown as it stands. */
  pattern?: RegExp
  /** Only the form that asks several schools at once asks for it. */
  isJoint?: true
  /** Why any other answer is refused. */
  invalid: string
}

/** The most people of a visit. */
export const mostPeople = 10

const noTerms: readonly Term[] = []

const numbersOfPeople = Array.from({ length: mostPeople }, (_, at): Term => ({
  slug: String(at + 1),
  label: `${at + 1} 人`,
}))

/**
 * The optional answers of a lead, beside stage and grade of the child: what a request may hold, the form, the CRM's
 * message, exports, pages of sender and staff, and what is taken out with its person follow from it.
 */
export const leadFields = {
  wish: {
    label: '想去的时间',
    prompt: '什么时候去',
    hints: {},
    types: ['order'],
    misplaced: '开放日的时间由学校定',
    isSeveral: false,
    terms: noTerms,
    pattern: /^(?=.)(?:\d{4}年\d{1,2}月\d{1,2}日周[一二三四五六日])?(?:上午|下午)?$/,
    isJoint: true,
    invalid: '时间不正确',
  },
  people: {
    label: '一共几个人',
    prompt: '一共几个人',
    none: '不填写',
    hints: {},
    types: ['order', 'openday'],
    misplaced: '只有参观和开放日可以填人数',
    isSeveral: false,
    terms: numbersOfPeople,
    isJoint: true,
    invalid: '人数不正确',
  },
  visit_times: {
    label: '方便参观的时间',
    prompt: '什么时候方便参观',
    hints: { order: '可以多选，具体时间联系时跟您定' },
    prefix: 'visit',
    types: ['order'],
    misplaced: '只有预约参观可以选方便的时间',
    isSeveral: true,
    terms: [
      { slug: 'weekday_morning', label: '工作日上午' },
      { slug: 'weekday_afternoon', label: '工作日下午' },
      { slug: 'saturday_morning', label: '周六上午' },
      { slug: 'saturday_afternoon', label: '周六下午' },
      { slug: 'sunday_morning', label: '周日上午' },
      { slug: 'sunday_afternoon', label: '周日下午' },
    ],
    invalid: '参观时间不正确',
  },
  contact_preference: {
    label: '希望怎么联系',
    prompt: '希望怎么联系您',
    none: '都可以',
    hints: { openday: '改期、取消或候补有名额，要打电话告诉您时按您选的来' },
    types: orderTypes,
    isSeveral: false,
    terms: [
      { slug: 'weekday_daytime', label: '工作日白天打电话' },
      { slug: 'weekday_evening', label: '工作日晚上打电话' },
      { slug: 'weekend', label: '周末打电话' },
      { slug: 'text_first', label: '先发短信，不要直接打电话' },
      { slug: 'no_call', label: '不要打电话，只发短信' },
    ],
    invalid: '联系方式不正确',
  },
} as const satisfies Record<string, LeadField>

export type LeadFieldName = keyof typeof leadFields

export const leadFieldNames: readonly LeadFieldName[] = namesOf(leadFields)

/** Those that staff read in lists of leads, before they open one. */
export const listedLeadFields = ['contact_preference'] as const satisfies readonly LeadFieldName[]

/** Answers of a lead by field; absent or null where none was given. */
export type LeadAnswers = { readonly [Name in LeadFieldName]?: string | readonly string[] | null | undefined }

/** The answer of one field in words: `周六上午、周日下午`; undefined without one. */
export function leadAnswerText(name: LeadFieldName, answers: LeadAnswers): string | undefined {
  const answer = [answers[name] ?? []].flat()
  const { pattern, terms }: LeadField = leadFields[name]
  if (pattern !== undefined) return answer[0]
  const labels = terms.filter(({ slug }) => answer.includes(slug)).map(({ label }) => label)
  return labels.length === 0 ? undefined : labels.join('、')
}

/** The answers of a lead with their labels, in the order of the form. */
export function leadAnswers(answers: LeadAnswers): { label: string; value: string }[] {
  return leadFieldNames.flatMap((name) => {
    const value = leadAnswerText(name, answers)
    return value === undefined ? [] : [{ label: leadFields[name].label, value }]
  })
}
