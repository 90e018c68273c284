import type { ChildAnswer } from '#server/contract/child/child.ts'
import { stepKinds } from '#server/contract/child/entry-terms.ts'
import type { AdmissionStep } from '#server/contract/child/school-entry.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { dayText, moneyText } from '#app/ui/text/format.ts'
import {
  deadlineText,
  distanceText,
  metresText,
  missingText,
  noCostText,
  sourceText,
  travelText,
  verdictView,
  yearlyText,
} from './child-texts.server.ts'
import type { ChildText } from './child-line.ts'

type Cost = NonNullable<ChildAnswer['cost']>
type Part = Cost['parts'][number]

/**
 * What a school's pages say for a child whose way begins at `place`; with its dated steps also the parts of the costs,
 * what to ask, an estimate of the way and the nearest stop of the bus.
 */
export function textForChild(
  answer: ChildAnswer,
  place: string | undefined,
  steps?: readonly AdmissionStep[],
): ChildText {
  const isWhole = steps !== undefined
  const parts = [
    entryText(answer, isWhole),
    costText(answer, isWhole),
    dateText(answer, steps ?? []),
    wayText(answer, place, isWhole),
  ]
  return { lines: parts.flatMap(({ lines }) => lines), notes: parts.flatMap(({ notes }) => notes) }
}

const nothing: ChildText = { lines: [], notes: [] }

function entryText({ entry }: ChildAnswer, isWhole: boolean): ChildText {
  if (entry === undefined) return nothing
  const { ask } = entry
  const source = sourceText(entry)
  const verdict = verdictView(entry)
  return {
    lines: [{ label: '能不能报', verdict }],
    notes: [
      ...(source === undefined ? [] : [`${verdict.label}的依据：${source}。`]),
      ...(isWhole && ask.length > 0 ? [`可以问学校：${ask.join('；')}？`] : []),
    ],
  }
}

/** Whether the child cannot enter a grade whose costs are unknown: the school may not have it. */
const isPointless = ({ cost, entry }: ChildAnswer) => entry?.verdict === 'no' && cost?.tuition === undefined

const partText = ({ amount, label, per }: Part) =>
  `${label} ${moneyText(amount)}${per === 'year' ? '' : '（一次）'}`

function costText(answer: ChildAnswer, isWhole: boolean): ChildText {
  const { cost } = answer
  if (cost === undefined || isPointless(answer)) return nothing
  const none = noCostText(answer, cost)
  if (none !== undefined) return { lines: [{ label: '一年费用', text: none }], notes: [] }
  const { first_year: firstYear = 0, parts, refundable = 0, school_year: year, unassigned } = cost
  const missing = missingText(cost)
  const source = sourceText(cost)
  const back = refundable === 0 ? '' : `，其中 ${moneyText(refundable)}离校时退`
  return {
    lines: [
      { label: '一年费用', text: yearlyText(answer, cost) ?? '' },
      { label: '第一年', text: `共 ${moneyText(firstYear)}${back}` },
    ],
    notes: [
      ...(isWhole ? [`包括：${parts.map(partText).join('，')}。`] : []),
      ...(missing === undefined ? [] : [`还要加上${missing}，学校没有公布。`]),
      ...(unassigned.length === 0
        ? []
        : [`没算进去：${unassigned.map(partText).join('，')}，学校没写谁要交。`]),
      ...(year === undefined || !isWhole
        ? []
        : [`学费是 ${year}–${year + 1} 学年的${source === undefined ? '' : `，来源：${source}`}。`]),
    ],
  }
}

function dateText(answer: ChildAnswer, steps: readonly AdmissionStep[]): ChildText {
  const text = deadlineText(answer)
  if (text === undefined) return nothing
  const level = gradeOfSlug(answer.grade ?? '')?.level
  const own = steps.filter((step) => step.school_year === answer.year && isFor(step, level))
  return {
    lines: [{ label: '时间', text }],
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

function wayText(answer: ChildAnswer, place: string | undefined, isWhole: boolean): ChildText {
  const text = distanceText(answer, place)
  if (text === undefined) return nothing
  const travel = travelText(answer)
  return {
    lines: [{ label: '路程', text }],
    notes: isWhole ? [...(travel === undefined ? [] : [`${travel}。`]), `${stopText(answer, place)}。`] : [],
  }
}

/** The nearest stop of the school bus in words. */
export function stopText({ bus_stop: stop }: ChildAnswer, place: string | undefined): string {
  if (stop === undefined) return '没有公布校车站点'
  const { distance, line, name, price, time } = stop
  const facts = [
    line,
    `离${place}直线 ${metresText(distance)}`,
    time && `${time} 发车`,
    price === undefined ? '票价没有公布' : `${moneyText(price)}/年`,
  ]
  return `最近的校车站：${name}（${facts.filter(Boolean).join('，')}）`
}
