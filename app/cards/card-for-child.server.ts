import type { ChildAnswer } from '#server/contract/child/child.ts'
import type { SchoolCardView } from '#app/cards/school-card-view.ts'
import {
  distanceText,
  noCostText,
  shortDeadlineText,
  verdictView,
  yearlyText,
} from '../child/child-texts.server.ts'

/** A school's card as it speaks for a child whose way begins at `place`; unchanged without an answer for it. */
export function cardForChild(
  view: SchoolCardView,
  answer: ChildAnswer | undefined,
  place: string | undefined,
): SchoolCardView {
  if (answer === undefined) return view
  const { cost, entry } = answer
  const way = distanceText(answer, place)
  if (view.closed === true) return { ...view, ...(way === undefined ? {} : { notes: [way] }) }
  const { fee, ...others } = view
  const yearly = cost && yearlyText(answer, cost)
  const noFee = cost && noCostText(answer, cost)
  const notes = [shortDeadlineText(answer), way].filter((note) => note !== undefined)
  return {
    ...others,
    ...(cost === undefined ? (fee === undefined ? {} : { fee }) : {}),
    ...(yearly === undefined ? {} : { fee: yearly }),
    ...(noFee === undefined ? {} : { noFee }),
    ...(entry === undefined ? {} : { verdict: verdictView(entry) }),
    notes,
  }
}
