import { and, eq, exists, inArray, isNull, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { clue, consent, school, schoolName, staffMember } from '../schema/index.ts'
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
    advisorId === undefined ? undefined : or(isUnassigned(db), eq(clue.assigneeId, advisorId)),
    schoolId === undefined ? undefined : and(eq(clue.schoolId, schoolId), namesSchool(db, schoolId)),
  )
}

/** Condition on `staffMember`: may look after leads. */
export const mayAdvise = and(
  isNull(staffMember.closedAt),
  inArray(staffMember.role, ['advisor', 'administrator']),
)

/** Condition on `clue`: nobody looks after it, or only a member who may not any more. */
export function isUnassigned(db: Database | Transaction): SQL | undefined {
  const advisor = db
    .select({ one: sql`1` })
    .from(staffMember)
    .where(and(eq(staffMember.id, clue.assigneeId), mayAdvise))
  return or(isNull(clue.assigneeId), notExists(advisor))
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
