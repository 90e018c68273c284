import { costFor, shownCost, tuitionOf, type Stay } from '#server/contract/child/cost-for.ts'
import { identities, type Identity } from '#server/contract/child/entry-terms.ts'
import { latestTuition } from '#server/contract/child/grade-tuition.ts'
import { grades, lowestLevel } from '#server/contract/grades.ts'
import { entryVerdicts, judgeEntry, type EntrySource } from '#server/contract/child/judge-entry.ts'
import type { Eligibility, EntryGrade, SchoolFee, TuitionFee } from '#server/contract/child/school-entry.ts'
import { boardings, kinds, schoolStates, stages, type Kind, type Stage } from '#server/contract/vocabulary.ts'

/** What a school says about single grades, and what else decides their tuition and entry. */
export type GradeSource = {
  tuitionMin?: number | null | undefined
  tuitionMax?: number | null | undefined
  tuition?: readonly TuitionFee[] | undefined
  fees?: readonly SchoolFee[] | undefined
  entryGrades?: readonly EntryGrade[] | undefined
  eligibility?: readonly Eligibility[] | undefined
  kind?: string | null | undefined
  stages?: readonly string[] | undefined
  boarding?: string | null | undefined
  state?: string | undefined
}

/** In the place of an amount that is not known. */
const unknownFee = -1

/** No group and each group have two bits in a grade's number: the place of the verdict, from 1 on; 0 for the fourth. */
const bitsOfGroup = 2
const judged: readonly (Identity | undefined)[] = [undefined, ...identities.map(({ slug }) => slug)]

/** The place of a grade's yearly cost in `grade_costs`, as SQL counts, from 1 on. */
export function costAt(level: number, stay: Stay): number {
  return (level - lowestLevel) * 2 + (stay === 'day' ? 1 : 2)
}

/** The place of what the school's bus costs a year in `grade_costs`: behind the grades. */
export const busCostAt = grades.length * 2 + 1

/** The place of a grade in `grade_entry`, as SQL counts, from 1 on; that of no grade is behind them. */
export function entryAt(level: number | undefined): number {
  return level === undefined ? grades.length + 1 : level - lowestLevel + 1
}

/** How far to the right the verdict on a group, or on a child of no known group, lies in a grade's number. */
export function shiftOf(identity: Identity | undefined): number {
  return judged.indexOf(identity) * bitsOfGroup
}

/**
 * `grade_costs` of a school: for each grade the yearly cost that is shown of a day pupil and of a boarder, CNY, -1 where it
 * is not known, and then that of the school's bus; empty when no tuition is known.
 */
export function gradeCosts({ tuition = [], fees = [], boarding }: GradeSource): number[] {
  if (tuition.length === 0) return []
  const source = { tuition, fees, boarding: termsOf(boardings, [boarding])[0] }
  const yearlyFor = (level: number, stay: Stay) =>
    shownCost(costFor(source, { level, stay, bus: false }))?.yearly ?? unknownFee
  const bus = fees.filter(({ applies_to: payer, per }) => payer === 'bus' && per === 'year')
  return [
    ...grades.flatMap(({ level }) => [yearlyFor(level, 'day'), yearlyFor(level, 'boarding')]),
    bus.reduce((sum, { amount }) => sum + amount, 0),
  ]
}

/** The place of a stage's lowest tuition in `stage_fees`, as SQL counts, from 1 on; that of its highest is behind it. */
export function stageFeeAt(stage: Stage): number {
  return stages.findIndex(({ slug }) => slug === stage) * 2 + 1
}

/**
 * `stage_fees` of a school: the lowest and the highest tuition of each stage that it has, CNY: of its grades, else of the
 * whole school where that has one stage or one price; empty when none is known.
 */
export function stageFees(source: GradeSource): number[] {
  const { tuition = [], tuitionMin, tuitionMax, boarding } = source
  const [lodging] = termsOf(boardings, [boarding])
  const taught = termsOf(stages, source.stages ?? [])
  const [lowest, highest] = [tuitionMin ?? tuitionMax, tuitionMax ?? tuitionMin]
  const ofSchool = taught.length === 1 || lowest === highest ? [lowest, highest] : []
  const bounds = stages.flatMap(({ slug }) => {
    if (!taught.includes(slug)) return [unknownFee, unknownFee]
    const amounts = grades
      .filter(({ stage }) => stage === slug)
      .flatMap(({ level }) => {
        const fee = latestTuition(tuition, level)
        return [tuitionOf(fee, 'day', lodging), tuitionOf(fee, 'boarding', lodging)]
      })
    const known = [...amounts, ...(amounts.some((amount) => amount !== undefined) ? [] : ofSchool)].filter(
      (amount) => amount !== undefined && amount !== null,
    )
    return known.length === 0 ? [unknownFee, unknownFee] : [Math.min(...known), Math.max(...known)]
  })
  return bounds.some((fee) => fee !== unknownFee) ? bounds : []
}

/** The verdicts of a grade as one number. What excludes a child of no known group excludes every child. */
function cellOf(source: EntrySource, level: number | undefined): number {
  const verdictOn = (identity: Identity | undefined) =>
    judgeEntry(source, { level, identity, year: 0 }).verdict
  const isClosed = verdictOn(undefined) === 'no'
  return judged.reduce((cell, identity) => {
    const verdict = isClosed ? 'no' : verdictOn(identity)
    const place = entryVerdicts.findIndex(({ slug }) => slug === verdict) + 1
    return cell | ((place & 3) << shiftOf(identity))
  }, 0)
}

/**
 * `grade_entry` of a school: the verdict of `judgeEntry` on each group at each grade, and at none; empty when nothing is
 * known and `impliedEntry` has the verdicts.
 */
export function gradeEntry({ kind, state, stages: taught, entryGrades, eligibility }: GradeSource): number[] {
  const [known = 'open'] = termsOf(schoolStates, [state])
  const source: EntrySource = {
    kind: termsOf(kinds, [kind])[0],
    state: known,
    stages: termsOf(stages, taught ?? []),
    entry_grades: entryGrades ?? [],
    eligibility: eligibility ?? [],
  }
  if (source.entry_grades.length + source.eligibility.length === 0 && known === 'open') return []
  return [...grades.map(({ level }) => cellOf(source, level)), cellOf(source, undefined)]
}

/** The number of every grade of an open school of a kind that states nothing about entry. */
export function impliedEntry(kind: Kind | undefined): number {
  return cellOf({ kind, state: 'open', stages: [], entry_grades: [], eligibility: [] }, undefined)
}

function termsOf<Slug extends string>(
  terms: readonly { slug: Slug }[],
  slugs: readonly (string | null | undefined)[],
): Slug[] {
  return terms.filter(({ slug }) => slugs.includes(slug)).map(({ slug }) => slug)
}
