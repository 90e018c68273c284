import type { SchoolCardData } from '#server/contract/schools.ts'
import { schoolCardView, type SchoolCardView } from '#app/cards/school-card-view.ts'
import { schoolFacts } from '#app/ui/text/school-text.ts'
import {
  distanceText,
  metresText,
  noCostText,
  shortDeadlineText,
  verdictView,
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
  const { cost, entry, distance } = answer
  const hasWay = place !== undefined && distance !== undefined
  const facts = hasWay
    ? schoolFacts({ ...school, stages: [] }, false, `直线 ${metresText(distance)}`)
    : view.facts
  const way = hasWay ? undefined : distanceText(answer, place)
  if (view.closed === true) return { ...view, facts, ...(way === undefined ? {} : { notes: [way] }) }
  const { fee, day, ...others } = view
  const yearly = cost && yearlyText(answer, cost)
  const noFee = cost && noCostText(answer, cost)
  const notes = [shortDeadlineText(answer), way, day].filter((note) => note !== undefined)
  return {
    ...others,
    facts,
    ...(cost === undefined ? (fee === undefined ? {} : { fee }) : {}),
    ...(yearly === undefined ? {} : { fee: yearly }),
    ...(noFee === undefined ? {} : { noFee }),
    ...(entry === undefined ? {} : { verdict: cardVerdict(entry) }),
    notes,
  }
}

/** The reason of 可以报 is on the school's own page. */
function cardVerdict(entry: Parameters<typeof verdictView>[0]) {
  const verdict = verdictView(entry)
  return { ...verdict, reason: entry.verdict === 'yes' ? '' : `${verdict.reason}。` }
}
