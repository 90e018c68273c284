import type { ChildAnswer } from '#server/contract/child/child.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import type { SchoolCardData } from '#server/contract/schools/schools.ts'
import { schoolCardView, type SchoolCardView } from '#app/schools/school-card-view.ts'
import { schoolFacts } from '#app/ui/text/school-facts.ts'
import { staleMark } from '#app/ui/text/school-text.ts'
import {
  gradeText,
  lacksPlace,
  metresText,
  noCostText,
  shortDeadlineText,
  verdictFor,
  yearlyText,
} from '../child/child-texts.server.ts'

/**
 * A school's card as it speaks for a child whose way begins at `place`: its grade's cost, the distance in place of the
 * stages, 可以报 or why not, the deadline and the next open day. The usual card without an answer for a child.
 */
export function cardForChild(school: SchoolCardData, place: string | undefined): SchoolCardView {
  const view = schoolCardView(school)
  const answer = school.child
  if (answer === undefined) return view
  const { cost, distance } = answer
  const hasWay = place !== undefined && distance !== undefined
  const facts = hasWay
    ? schoolFacts({ ...school, stages: [] }, false, `直线\u00a0${metresText(distance)}`)
    : view.facts
  if (view.closed === true) return { ...view, facts }
  const { fee, day, ...others } = view
  const ofGrade = cost && yearlyText(cost)
  const isOld = school.stale_facts?.some((fact) => fact === 'tuition' || fact === 'fees') === true
  const yearly = ofGrade && (isOld ? `${ofGrade}${staleMark}` : ofGrade)
  const isTaught = hasGrade(school, answer)
  const noFee =
    cost === undefined || yearly !== undefined
      ? undefined
      : isTaught
        ? noCostText(cost)
        : `没有${gradeText(answer)}`
  const ofSchool = cost === undefined || fee === undefined ? fee : `全校 ${fee}`
  const shownFee = yearly ?? (noFee === undefined ? ofSchool : undefined)
  const verdict = cardVerdict(answer)
  const notes = [shortDeadlineText(answer), day].filter((note) => note !== undefined)
  return {
    ...others,
    facts,
    ...(shownFee === undefined ? {} : { fee: shownFee }),
    ...(noFee === undefined ? {} : { noFee }),
    ...(verdict === undefined ? {} : { verdict }),
    notes,
  }
}

/** Whether a school has the stage of the answer's grade, or may have it. */
function hasGrade({ stages }: SchoolCardData, { grade }: ChildAnswer): boolean {
  const asked = grade === undefined ? undefined : gradeOfSlug(grade)
  return asked === undefined || stages.length === 0 || stages.includes(asked.stage)
}

/** The verdict; the reason of 可以报 is on the school's own page, that of 不能住校 says no more. Nothing known is not said. */
function cardVerdict(answer: ChildAnswer) {
  if (answer.entry?.verdict === 'unknown') return undefined
  const verdict = verdictFor(answer)
  const isClear = answer.entry?.verdict === 'yes' || lacksPlace(answer)
  return verdict && { ...verdict, reason: isClear ? '' : `${verdict.reason}。` }
}
