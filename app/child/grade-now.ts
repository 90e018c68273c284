import { gradeAfter, gradeOfSlug, gradesNow } from '#server/contract/grades.ts'
import { entryText } from './child-words.ts'

/**
 * What a child may be in now as choices of a select field, each with the grade that it enters in `year`; `nextYear`: the
 * calendar year of the next September.
 */
export function nowChoices(year: number, nextYear: number) {
  return gradesNow.flatMap(({ slug, label }) => {
    const entered = gradeOfSlug(gradeAfter(slug, 1 + year - nextYear) ?? '')
    return entered === undefined
      ? []
      : [{ value: slug, label: `${label}（${entryText(entered.label, year)}）` }]
  })
}

/** What a child is in now that enters a grade in a year; undefined where it names none. */
export function gradeNow(grade: string | undefined, year: number, nextYear: number): string | undefined {
  return grade === undefined ? undefined : gradeAfter(grade, nextYear - year - 1)
}
