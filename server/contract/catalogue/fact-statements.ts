import { z } from 'zod'
import { day } from '../fields.ts'
import { sourceKinds } from '../vocabulary.ts'
import { schoolColumn, statedFacts, type StatedFact } from './school-columns.ts'

const stated = {
  source_kind: z.enum(sourceKinds.map(({ slug }) => slug)).optional(),
  /** The name of the source; absent: nobody said where it comes from. */
  source: z.string().optional(),
  source_url: z.string().optional(),
  /** The day of the source, to which the facts apply; absent: not known. Never the day of an import. */
  source_date: day.optional(),
  /** The day on which it came to the site; absent: before the site kept it. */
  received_on: day.optional(),
  /** The day on which an editor of the site compared it with its source. */
  checked_on: day.optional(),
}

/**
 * What one source states about facts of a school, of which the school's columns have the values. With `value` it is one fact of
 * which the source says something else than the column: the value as a cell of a file, both ends of a range with `|` between.
 */
export const schoolStatement = z.object({
  facts: z.array(z.enum(statedFacts)).min(1),
  value: z.string().optional(),
  ...stated,
  /** Which member of staff checked it. */
  checked_by: z.string().optional(),
})
export type SchoolStatement = z.output<typeof schoolStatement>

/** Where some facts of a school come from, how old they are, and until when they are taken to be so. */
export const factPassport = z.object({
  facts: z.array(z.enum(statedFacts)).min(1),
  ...stated,
  /** The last day of their life; absent: they stay true, or their day is not known. */
  valid_until: day.optional(),
  /** Whether that day has passed: they are shown with that remark, and nothing is ordered or narrowed by them. */
  is_stale: z.boolean(),
})
export type FactPassport = z.output<typeof factPassport>

const dayMs = 86_400_000

/**
 * The last day of a fact's life, counted from the day of its source, else from the day on which it came to the site: it is as old
 * as that at least. Undefined for a fact that stays true, or of which neither day is known.
 */
export function lastDayOf(
  fact: StatedFact,
  { source_date, received_on }: Pick<SchoolStatement, 'source_date' | 'received_on'>,
): string | undefined {
  const from = source_date ?? received_on
  const { lifeDays = Infinity } = schoolColumn(fact)
  if (from === undefined || lifeDays === Infinity) return undefined
  return new Date(Date.parse(from) + lifeDays * dayMs).toISOString().slice(0, 10)
}

/** Whether the life of a fact has ended before a day. */
export function isStale(
  fact: StatedFact,
  statement: Pick<SchoolStatement, 'source_date' | 'received_on'>,
  today: string,
): boolean {
  const last = lastDayOf(fact, statement)
  return last !== undefined && last < today
}

/** Whether a fact is past its life. */
export function isPastLife(passports: readonly FactPassport[], fact: StatedFact): boolean {
  return passports.some(({ facts, is_stale: isPast }) => isPast && facts.includes(fact))
}

/** The passports of some facts, each without the others. */
export function passportsAbout(
  passports: readonly FactPassport[],
  about: readonly StatedFact[],
): FactPassport[] {
  return passports.flatMap((passport) => {
    const facts = passport.facts.filter((fact) => about.includes(fact))
    return facts.length === 0 ? [] : [{ ...passport, facts }]
  })
}

/** The latest day of a source of some facts; undefined when none is known. */
export function latestDay(passports: readonly Pick<FactPassport, 'source_date'>[]): string | undefined {
  return passports
    .flatMap(({ source_date }) => source_date ?? [])
    .toSorted()
    .at(-1)
}

/** The passports of the facts of which somebody's statement is kept, of each fact in one of them. */
export function passportsOf(statements: readonly SchoolStatement[], today: string): FactPassport[] {
  const passports = new Map<string, FactPassport>()
  for (const { facts, value, checked_by: _, ...source } of statements) {
    if (value !== undefined) continue
    for (const fact of facts) {
      const until = lastDayOf(fact, source)
      const passport = {
        ...source,
        ...(until === undefined ? {} : { valid_until: until }),
        is_stale: isStale(fact, source, today),
      }
      const key = JSON.stringify(passport)
      const same = passports.get(key)
      if (same === undefined) passports.set(key, { facts: [fact], ...passport })
      else same.facts.push(fact)
    }
  }
  return [...passports.values()]
}
