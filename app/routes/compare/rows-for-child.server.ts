import type { ChildAnswer } from '#server/contract/child/child.ts'
import { shownCost, yearlyCostLabel, yearlyCostText } from '#server/contract/child/cost-for.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { notKnown } from '#server/contract/not-known.ts'
import { labelOf, stages } from '#server/contract/vocabulary.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import {
  deadlineText,
  distanceText,
  missingText,
  noCostText,
  verdictFor,
} from '#app/child/child-texts.server.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import { isPastYear, schoolYearText } from '#app/child/school-year.server.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { closedAwarePrice } from '#app/ui/text/school-text.ts'
import { withBetterAndWorse, type Direction, type Range } from './better-worse.server.ts'
import type { CompareCell, CompareRow, GroupTitle } from './compare-view.ts'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'

type School = SchoolDetailData
type Cost = NonNullable<ChildAnswer['cost']>
/** What a row says of one school; undefined where the school has no answer of the kind. */
type Say = (answer: ChildAnswer, school: School) => CompareCell | undefined

const missing = (text: string): CompareCell => ({ text, isMissing: true })

/** Why a school without the child's stage has no costs for it. */
function noStageText({ grade }: ChildAnswer, { stages: taught }: School): string | undefined {
  const stage = grade === undefined ? undefined : gradeOfSlug(grade)?.stage
  if (stage === undefined || taught.length === 0 || taught.includes(stage)) return undefined
  return `学校没有${labelOf(stages, stage)}`
}

/** Whether nothing else need be said of a school's costs than what they are for the child. */
export function hasCostForChild(school: School): boolean {
  const { child } = school
  if (child?.cost === undefined) return false
  return shownCost(child.cost) !== undefined || noStageText(child, school) !== undefined
}

/** An amount in words, with a note. */
type Amount = { text: string; note?: string | undefined } | undefined

/** The costs of a grade as one number, also where the child cannot enter: the row of the entry says that. */
function costCell(pick: (cost: Cost) => Amount): Say {
  return (answer, school) => {
    const { cost } = answer
    if (cost === undefined) return undefined
    const noStage = cost.tuition === undefined ? noStageText(answer, school) : undefined
    const none = noStage ?? noCostText(cost)
    const amount = noStage === undefined ? pick(cost) : undefined
    if (amount === undefined) return none === undefined ? undefined : missing(none)
    const left = missingText(cost)
    const gap = left === undefined ? undefined : `不含${left}，${notKnown}`
    const note = [amount.note, none ?? gap].filter(Boolean).join('；')
    return { text: closedAwarePrice(school.state, amount.text), ...(note === '' ? {} : { note }) }
  }
}

function yearlyAmount(cost: Cost): Amount {
  const known = shownCost(cost)
  return known && { text: yearlyCostText(known, ''), note: pastYearNote(known.school_year) }
}

function firstYearAmount({ first_year: amount, refundable = 0, school_year: year }: Cost): Amount {
  if (amount === undefined) return undefined
  const back = refundable === 0 ? undefined : `其中 ${moneyText(refundable)}离校时退`
  const note = [pastYearNote(year), back].filter(Boolean).join('；')
  return { text: moneyText(amount), ...(note === '' ? {} : { note }) }
}

function pastYearNote(year: number | undefined): string | undefined {
  return isPastYear(year) ? `${schoolYearText(year)}的` : undefined
}

const costRange =
  (pick: (cost: Cost) => number | undefined) =>
  ({ child, state }: School): Range => {
    const cost = child?.cost
    if (cost === undefined || state === 'closed' || cost.unavailable || cost.missing.length > 0)
      return undefined
    const amount = pick(cost)
    return amount === undefined ? undefined : [amount, amount]
  }

type Draft = {
  group: GroupTitle
  label: string
  say: Say
  direction?: Direction & { of: (school: School) => Range }
}

const lower = (subject: string) => ({ subject, better: '低', worse: '高', isDrawn: true as const })

function draftsFor(child: ChildQuery): Draft[] {
  return [
    {
      group: '费用',
      label: yearlyCostLabel,
      say: costCell(yearlyAmount),
      direction: { ...lower('费用'), of: costRange(({ yearly }) => yearly) },
    },
    {
      group: '费用',
      label: '第一年共交',
      say: costCell(firstYearAmount),
      direction: { ...lower('第一年'), of: costRange(({ first_year: amount }) => amount) },
    },
    {
      group: '入学',
      label: '能不能报',
      say: (answer) => {
        const verdict = verdictFor(answer)
        if (verdict === undefined || answer.entry?.verdict === 'unknown') return undefined
        return { text: nonBreakingUnits(`${verdict.label}：${verdict.reason}`) }
      },
    },
    {
      group: '入学',
      label: '报名时间',
      say: (answer) => {
        const text = deadlineText(answer)
        return text === undefined ? undefined : { text: nonBreakingUnits(text) }
      },
    },
    {
      group: '生活',
      label: '路程',
      say: (answer, school) => {
        const text = distanceText(answer, placeLabel(child, school.city_code))
        return text === undefined ? undefined : { text: nonBreakingUnits(text) }
      },
      direction: {
        subject: '离得',
        better: '近',
        worse: '远',
        of: ({ child: answer }) =>
          answer?.distance === undefined ? undefined : [answer.distance, answer.distance],
      },
    },
  ]
}

/** Rows that say what the schools mean for a child, by the group that they begin; rows of which nothing is known are left out. */
export function rowsForChild(
  schools: readonly School[],
  child: ChildQuery,
): Partial<Record<GroupTitle, CompareRow[]>> {
  const rows: Partial<Record<GroupTitle, CompareRow[]>> = {}
  for (const { group, label, say, direction } of draftsFor(child)) {
    const said = schools.map((school) => school.child && say(school.child, school))
    if (said.every((cell) => cell === undefined)) continue
    const cells = said.map((cell) => cell ?? missing(notKnown))
    const row = {
      label,
      cells:
        direction === undefined ? cells : withBetterAndWorse(cells, schools.map(direction.of), direction),
    }
    rows[group] = [...(rows[group] ?? []), row]
  }
  return rows
}
