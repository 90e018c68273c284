import type { TuitionFee } from './school-entry.ts'

/** The tuition of one grade in the latest school year that states it; undefined when none does. */
export function latestTuition(tuition: readonly TuitionFee[], level: number): TuitionFee | undefined {
  return tuition
    .filter((fee) => fee.from_grade <= level && level <= fee.to_grade)
    .toSorted((a, b) => b.school_year - a.school_year)[0]
}
