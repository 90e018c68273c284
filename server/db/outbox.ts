import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from './connect.ts'
import { clue, consent, openDay, outbox, school } from './schema/index.ts'

/** A job as one process holds it for a while; `tries` counts this one. */
export type Job = { id: number; kind: string; payload: unknown; tries: number }

/**
 * Takes due jobs of these kinds, the oldest first, each for one process alone until `leasedUntil`. One that is neither
 * done nor put off by then, because its process died, is taken again.
 */
export async function leaseJobs(
  db: Database,
  {
    kinds,
    limit,
    now,
    leasedUntil,
  }: { kinds: readonly string[]; limit: number; now: Date; leasedUntil: Date },
): Promise<Job[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), lte(outbox.dueAt, now), inArray(outbox.kind, [...kinds])))
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, dueAt: leasedUntil })
    .where(inArray(outbox.id, due))
    .returning({ id: outbox.id, kind: outbox.kind, payload: outbox.payload, tries: outbox.tries })
}

/** Notes that a job is done. */
export async function finishJob(db: Database, id: number, now: Date): Promise<void> {
  await db.update(outbox).set({ doneAt: now, error: null }).where(eq(outbox.id, id))
}

/** Puts a job off that failed; `error` holds no personal data. One that another process took meanwhile stays as it is. */
export async function putOffJob(
  db: Database,
  { id, tries }: Pick<Job, 'id' | 'tries'>,
  { dueAt, error }: { dueAt: Date; error: string },
): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt, error })
    .where(and(eq(outbox.id, id), eq(outbox.tries, tries), isNull(outbox.doneAt)))
}

/** A lead to be told to another system, still sealed; undefined when it was taken back or made anonymous meanwhile. */
export async function findLeadToTell(db: Database, id: number) {
  const [row] = await db
    .select({
      lead: {
        reference: clue.reference,
        orderType: clue.orderType,
        state: clue.state,
        nameCipher: clue.nameCipher,
        phoneCipher: clue.phoneCipher,
        messageCipher: clue.messageCipher,
        cityCode: clue.cityCode,
        stage: clue.stage,
        grade: clue.grade,
        source: clue.source,
        createdAt: clue.createdAt,
        verifiedAt: clue.verifiedAt,
      },
      school: { id: school.id, name: school.name },
      openDay: { id: openDay.id, title: openDay.title, startsAt: openDay.startsAt },
    })
    .from(clue)
    .leftJoin(school, eq(school.id, clue.schoolId))
    .leftJoin(openDay, eq(openDay.id, clue.openDayId))
    .where(and(eq(clue.id, id), isNull(clue.anonymisedAt), inArray(clue.state, ['received', 'contacted'])))
  if (row === undefined) return undefined
  const consents = await db
    .select({ purpose: consent.purpose, textVersion: consent.textVersion, givenAt: consent.givenAt })
    .from(consent)
    .where(and(eq(consent.clueId, id), isNull(consent.withdrawnAt)))
    .orderBy(asc(consent.id))
  return { ...row, consents }
}

/** How many jobs are not done yet. */
export async function countJobs(db: Database): Promise<number> {
  return db.$count(outbox, isNull(outbox.doneAt))
}
