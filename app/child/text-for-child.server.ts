import type { ChildAnswer } from '#server/contract/child/child.ts'
import { yearlyCostLabel } from '#server/contract/child/cost-for.ts'
import { stepKinds } from '#server/contract/child/entry-terms.ts'
import type { AdmissionStep } from '#server/contract/child/school-entry.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { notKnown } from '#server/contract/not-known.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { dayText, moneyText } from '#app/ui/text/format.ts'
import {
  deadlineText,
  distanceText,
  gradeCostText,
  isRefused,
  lacksPlace,
  metresText,
  missingText,
  gradeText,
  noCostText,
  sourceText,
  travelText,
  verdictFor,
  yearlyText,
} from './child-texts.server.ts'
import type { ChildText } from './child-line.ts'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'
import { schoolYearText } from './school-year.server.ts'

type Cost = NonNullable<ChildAnswer['cost']>
type Part = Cost['parts'][number]

type About = {
  /** Where the child's way begins. */
  place: string | undefined
  /** Whether the school is sample content, whose sources say nothing. */
  isSample: boolean
  /** Whether the page has the table of costs, and the text says more than the summary. */
  isWhole: boolean
  /** The dated steps that the page does not list itself. */
  steps: readonly AdmissionStep[]
}

/**
 * What a school's pages say for a child; where it is whole also what the costs consist of, what to ask, an estimate of the
 * way and the nearest stop of the bus.
 */
export function textForChild(answer: ChildAnswer, about: About): ChildText {
  const parts = [
    entryText(answer, about),
    costText(answer, about),
    dateText(answer, about),
    wayText(answer, about),
  ]
  return {
    lines: parts.flatMap(({ lines }) => lines),
    notes: [...parts.flatMap(({ notes }) => notes), ...unansweredText(answer, about)].map(nonBreakingUnits),
  }
}

/** What the page cannot say for the child, in one sentence; nothing of a child that cannot enter. */
function unansweredText(answer: ChildAnswer, { place }: About): string[] {
  const { cost, deadline, distance, entry } = answer
  if (isRefused(answer)) return []
  const unanswered = [
    entry?.verdict === 'unknown' ? '能不能报' : undefined,
    cost === undefined || cost.unavailable || yearlyText(cost) !== undefined
      ? undefined
      : `${gradeText(answer)}的费用`,
    entry === undefined || deadline !== undefined ? undefined : `${answer.year} 年入学的报名时间`,
    place === undefined || distance !== undefined ? undefined : '学校的位置',
  ].filter((what) => what !== undefined)
  return unanswered.length === 0 ? [] : [`${notKnown}：${unanswered.join('、')}。`]
}

const nothing: ChildText = { lines: [], notes: [] }

function entryText(answer: ChildAnswer, { isSample, isWhole }: About): ChildText {
  const { entry } = answer
  const verdict = verdictFor(answer)
  if (entry === undefined || verdict === undefined || entry.verdict === 'unknown') return nothing
  const { ask } = entry
  const source = isSample || lacksPlace(answer) ? undefined : sourceText(entry)
  return {
    lines: [{ label: '能不能报', verdict: { ...verdict, reason: nonBreakingUnits(verdict.reason) } }],
    notes: [
      ...(source === undefined ? [] : [`${verdict.label}的依据：${source}。`]),
      ...(isWhole && ask.length > 0 ? [`可以问学校：${ask.join('；')}？`] : []),
    ],
  }
}

/** Whether the child cannot enter a grade whose costs are unknown: the school may not have it. */
const isPointless = (answer: ChildAnswer) => isRefused(answer) && answer.cost?.tuition === undefined

/** A part of the costs, without its amount where the page has the table of them. */
const partText = ({ amount, label, per }: Part, isInTable: boolean) =>
  `${label}${isInTable ? '' : ` ${moneyText(amount)}`}${per === 'year' ? '' : '（一次）'}`

function costText(answer: ChildAnswer, { isSample, isWhole }: About): ChildText {
  const { cost } = answer
  if (cost === undefined || isPointless(answer)) return nothing
  const none = noCostText(cost)
  const yearly = gradeCostText(answer, cost, '') ?? none
  if (yearly === undefined) return nothing
  if (none !== undefined) return { lines: [{ label: yearlyCostLabel, text: yearly }], notes: [] }
  const { first_year: firstYear = 0, parts, refundable = 0, school_year: year, unassigned } = cost
  const missing = missingText(cost)
  const source = isSample ? undefined : sourceText(cost)
  const partsText = (some: readonly Part[]) => some.map((part) => partText(part, isWhole)).join('、')
  const back = refundable === 0 ? '' : `，其中 ${moneyText(refundable)}离校时退`
  return {
    lines: [
      { label: yearlyCostLabel, text: yearly },
      { label: '第一年', text: `共 ${moneyText(firstYear)}${back}` },
    ],
    notes: [
      ...(isWhole ? [`算进去的：${partsText(parts)}。`] : []),
      ...(missing === undefined ? [] : [`还要加上${missing}，${notKnown}多少。`]),
      ...(unassigned.length === 0
        ? []
        : [`没算进去：${partsText(unassigned)}。不是每个学生都交，或学校没写谁要交。`]),
      ...(year === undefined || !isWhole
        ? []
        : [`学费是 ${schoolYearText(year)}的${source === undefined ? '' : `，来源：${source}`}。`]),
    ],
  }
}

function dateText(answer: ChildAnswer, { steps }: About): ChildText {
  const text = deadlineText(answer)
  if (text === undefined) return nothing
  const level = gradeOfSlug(answer.grade ?? '')?.level
  const own = steps.filter((step) => step.school_year === answer.year && isFor(step, level))
  return {
    lines: [{ label: '时间', text: nonBreakingUnits(text) }],
    notes: own.length === 0 ? [] : [`${answer.year} 年入学：${own.map(stepText).join('；')}。`],
  }
}

/** Whether a step concerns a grade; one of some grades alone does not concern a child whose grade is unknown. */
function isFor({ from_grade: from, to_grade: to }: AdmissionStep, level: number | undefined): boolean {
  if (from === undefined || to === undefined) return true
  return level !== undefined && from <= level && level <= to
}

function stepText({ date, end_date: end, kind, note, round }: AdmissionStep): string {
  const days = end === undefined || end === date ? dayText(date) : `${dayText(date)}至${dayText(end)}`
  return `${round ?? ''}${labelOf(stepKinds, kind)} ${days}${note === undefined ? '' : `（${note}）`}`
}

function wayText(answer: ChildAnswer, { isWhole, place }: About): ChildText {
  const text = distanceText(answer, place)
  if (text === undefined) return nothing
  const travel = travelText(answer)
  return {
    lines: [{ label: '路程', text }],
    notes: isWhole
      ? [travel, stopText(answer, place)].flatMap((note) => (note === undefined ? [] : `${note}。`))
      : [],
  }
}

/** The nearest stop of the school bus in words; undefined when none is known. */
export function stopText({ bus_stop: stop }: ChildAnswer, place: string | undefined): string | undefined {
  if (stop === undefined) return undefined
  const { distance, line, name, price, time } = stop
  const facts = [
    line,
    `离${place}直线 ${metresText(distance)}`,
    time && `${time} 发车`,
    price === undefined ? undefined : `${moneyText(price)}/年`,
  ]
  return `最近的校车站：${name}（${facts.filter(Boolean).join('，')}）`
}
