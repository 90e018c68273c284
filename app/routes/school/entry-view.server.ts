import { nextEntryYear } from '#server/contract/child/child.ts'
import { identities, stepKinds } from '#server/contract/child/entry-terms.ts'
import { daysBetween, nextDeadline } from '#server/contract/child/next-deadline.ts'
import type { Eligibility, SchoolEntry } from '#server/contract/child/school-entry.ts'
import { rangeLabel } from '#server/contract/grades.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import type { EntryView } from '#app/schools/entry-view.ts'
import { dayText } from '#app/ui/text/format.ts'

/**
 * What a school's pages say of the next admission; `today` is a day in China. `isOfChild`: what they say of one child is
 * not said again for all children.
 */
export function entryView(
  { state }: Pick<SchoolDetailData, 'state'>,
  entry: SchoolEntry,
  { today, isOfChild }: { today: string; isOfChild: boolean },
): EntryView {
  const year = nextEntryYear(today)
  const steps = entry.admission_steps.filter((step) => step.school_year === year)
  const deadline =
    state === 'open' && !isOfChild ? nextDeadline(steps, { level: undefined, year, today }) : undefined
  const eligible = state === 'closed' || isOfChild ? '' : eligibilityText(entry.eligibility)
  return {
    ...(eligible === '' ? {} : { eligible }),
    ...(deadline === undefined || deadline.days < 0
      ? {}
      : {
          deadline: `${labelOf(stepKinds, deadline.kind)} ${dayText((deadline.closes === undefined ? deadline.end_date : undefined) ?? deadline.date)}`,
        }),
    year,
    steps:
      state === 'open'
        ? steps.map(({ kind, round = '', from_grade: from, to_grade: to, date, end_date: end, note }) => ({
            label: `${round}${labelOf(stepKinds, kind)}`,
            grades: from === undefined || to === undefined ? undefined : rangeLabel({ from, to }),
            when: end === undefined || end === date ? dayText(date) : `${dayText(date)}至${dayText(end)}`,
            note,
            ...((end ?? date) < today ? { isOver: true as const } : leftUntil(date, today)),
          }))
        : [],
  }
}

/** How long until a step begins; nothing of one that takes days and has begun. */
function leftUntil(date: string, today: string): { left?: string } {
  const days = daysBetween(today, date)
  return days < 0 ? {} : { left: days === 0 ? '就是今天' : `还有\u00a0${days}\u00a0天` }
}

/** Who may enter, group by group: `内地户籍、港澳台可以报；外国护照须符合条件；不收华侨`. Groups of which nothing is known are left out. */
function eligibilityText(rows: readonly Eligibility[]): string {
  const groups = { yes: [] as string[], conditional: [] as string[], no: [] as string[] }
  for (const { slug, label } of identities) {
    const verdicts = new Set(rows.filter(({ identity }) => identity === slug).map(({ verdict }) => verdict))
    const [only = 'conditional'] = verdicts
    if (verdicts.size > 0) groups[verdicts.size === 1 ? only : 'conditional'].push(label)
  }
  const { yes, conditional, no } = groups
  return [
    ...(yes.length === 0 ? [] : [`${yes.join('、')}可以报`]),
    ...(conditional.length === 0 ? [] : [`${conditional.join('、')}须符合条件`]),
    ...(no.length === 0 ? [] : [`不收${no.join('、')}`]),
  ].join('；')
}
