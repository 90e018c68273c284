import { and, eq, exists, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { clue, consent, school, schoolName } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/**
 * The leads that a member reaches: all; those of an advisor and those that nobody looks after; or those of one school
 * whose consent names it.
 */
export type LeadReach = { advisorId?: number; schoolId?: number }

/** Condition on `clue`: within a member's reach, and still with its person. */
export function reachable(db: Database | Transaction, { advisorId, schoolId }: LeadReach): SQL | undefined {
  return and(
    isNull(clue.anonymisedAt),
    advisorId === undefined ? undefined : or(isNull(clue.assigneeId), eq(clue.assigneeId, advisorId)),
    schoolId === undefined ? undefined : and(eq(clue.schoolId, schoolId), namesSchool(db, schoolId)),
  )
}

/** Whether the consent to be contacted names the school, by its name of now or a former one. */
export function namesSchool(db: Database | Transaction, schoolId: number): SQL {
  const name = db.select({ name: school.name }).from(withHidden(school)).where(eq(school.id, schoolId))
  const former = db
    .select({ name: schoolName.name })
    .from(schoolName)
    .where(and(eq(schoolName.schoolId, schoolId), eq(schoolName.kind, 'former')))
  const naming = db
    .select({ one: sql`1` })
    .from(consent)
    .where(
      and(
        eq(consent.clueId, clue.id),
        eq(consent.purpose, 'contact'),
        or(inArray(consent.recipient, name), inArray(consent.recipient, former)),
      ),
    )
  return exists(naming)
}
