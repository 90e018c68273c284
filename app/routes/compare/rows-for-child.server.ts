import type { ChildAnswer } from '#server/contract/child/child.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import type { SchoolDetailData } from '#server/contract/school-detail.ts'
import { labelOf, stages } from '#server/contract/vocabulary.ts'
import type { ChildQuery } from '#app/child/child-query.ts'
import {
  deadlineText,
  distanceText,
  gradeText,
  missingText,
  noCostText,
  verdictView,
} from '#app/child/child-texts.server.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import { notPublished } from '#app/school/fact-labels.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { closedAwarePrice } from '#app/ui/text/school-text.ts'
import { withBetterAndWorse, type Direction, type Range } from './better-worse.server.ts'
import type { CompareCell, CompareRow, GroupTitle } from './compare-view.ts'

type School = SchoolDetailData
type Cost = NonNullable<ChildAnswer['cost']>
/** What a row says of one school; undefined where the school has no answer of the kind. */
type Say = (answer: ChildAnswer, school: School) => CompareCell | undefined

/** A text whose numbers stay with their units. */
const withUnits = (text: string) => text.replace(/(\d) /g, '$1\u00a0')

const missing = (text: string): CompareCell => ({ text, isMissing: true })

/** Why a school without the child's stage has no costs for it. */
function noStageText({ grade }: ChildAnswer, { stages: taught }: School): string | undefined {
  const stage = grade === undefined ? undefined : gradeOfSlug(grade)?.stage
  if (stage === undefined || taught.length === 0 || taught.includes(stage)) return undefined
  return `学校没有${labelOf(stages, stage)}`
}

/** The costs of a grade as one number, also where the child cannot enter: the row of the entry says that. */
function costCell(pick: (cost: Cost) => string | undefined): Say {
  return (answer, school) => {
    const { cost } = answer
    if (cost === undefined) return undefined
    const noStage = cost.tuition === undefined ? noStageText(answer, school) : undefined
    const none = noStage ?? noCostText(answer, cost)
    const text = none === undefined ? pick(cost) : undefined
    if (text === undefined) return missing(none ?? notPublished)
    const left = missingText(cost)
    return {
      text: closedAwarePrice(school.state, text),
      ...(left === undefined ? {} : { note: `不含${left}，学校没有公布` }),
    }
  }
}

function firstYearText({ first_year: amount, refundable = 0 }: Cost): string | undefined {
  if (amount === undefined) return undefined
  return refundable === 0 ? moneyText(amount) : `${moneyText(amount)}，其中 ${moneyText(refundable)}离校时退`
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
  label: (answers: readonly ChildAnswer[]) => string
  say: Say
  otherwise?: string
  direction?: Direction & { of: (school: School) => Range }
}

const lower = (subject: string) => ({ subject, better: '低', worse: '高' })

function draftsFor(child: ChildQuery): Draft[] {
  return [
    {
      group: '费用',
      label: ([first]) => `${first === undefined ? '' : gradeText(first)}一年费用`,
      say: costCell(({ stay, yearly }) =>
        yearly === undefined ? undefined : `${stay === 'boarding' ? '住校' : '走读'} ${moneyText(yearly)}`,
      ),
      direction: { ...lower('费用'), of: costRange(({ yearly }) => yearly) },
    },
    {
      group: '费用',
      label: () => '第一年共交',
      say: costCell(firstYearText),
      direction: { ...lower('第一年'), of: costRange(({ first_year: amount }) => amount) },
    },
    {
      group: '入学',
      label: () => '能不能报',
      say: ({ entry }) => {
        if (entry === undefined) return undefined
        const { label, reason } = verdictView(entry)
        return { text: withUnits(`${label}：${reason}`) }
      },
    },
    {
      group: '入学',
      label: () => '报名时间',
      say: (answer) => {
        const text = deadlineText(answer)
        return text === undefined ? undefined : { text: withUnits(text) }
      },
      otherwise: '—',
    },
    {
      group: '生活',
      label: () => '路程',
      say: (answer, school) => {
        const text = distanceText(answer, placeLabel(child, school.city_code))
        return text === undefined ? undefined : { text: withUnits(text) }
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

/** Rows that say what the schools mean for a child, by the group that they begin; rows that say nothing are left out. */
export function rowsForChild(
  schools: readonly School[],
  child: ChildQuery,
): Partial<Record<GroupTitle, CompareRow[]>> {
  const answers = schools.flatMap(({ child: answer }) => (answer === undefined ? [] : [answer]))
  const rows: Partial<Record<GroupTitle, CompareRow[]>> = {}
  for (const { group, label, say, otherwise, direction } of draftsFor(child)) {
    const said = schools.map((school) => school.child && say(school.child, school))
    if (said.every((cell) => cell === undefined)) continue
    const cells = said.map((cell) => cell ?? missing(otherwise ?? notPublished))
    const row = {
      label: label(answers),
      cells:
        direction === undefined ? cells : withBetterAndWorse(cells, schools.map(direction.of), direction),
    }
    rows[group] = [...(rows[group] ?? []), row]
  }
  return rows
}
