import {
  aliasedTable,
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  sql,
} from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { outbox } from '../schema/index.ts'

/** A leased job; `tries` includes this one. */
export type Job = { id: number; kind: string; payload: unknown; tries: number }

/**
 * Leases due jobs of these kinds, the oldest first, to this process until `leasedUntil`. A job that is neither done nor
 * postponed by then, because its process died, is leased again. A job waits for the earlier ones of its sequence.
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
  const before = aliasedTable(outbox, 'before')
  const earlier = db
    .select({ one: sql`1` })
    .from(before)
    .where(and(eq(before.sequenceKey, outbox.sequenceKey), lt(before.id, outbox.id), isNull(before.doneAt)))
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        lte(outbox.dueAt, now),
        inArray(outbox.kind, [...kinds]),
        not(exists(earlier)),
      ),
    )
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, dueAt: leasedUntil })
    .where(inArray(outbox.id, due))
    .returning({ id: outbox.id, kind: outbox.kind, payload: outbox.payload, tries: outbox.tries })
}

/** Records that a job is done. */
export async function finishJob(db: Database, id: number, now: Date): Promise<void> {
  await db.update(outbox).set({ doneAt: now, error: null }).where(eq(outbox.id, id))
}

/** Postpones a failed job; `error` contains no personal data. One that another process has leased meanwhile is unchanged. */
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

/** How many jobs of each kind are not done yet. */
export async function countWaitingJobs(db: Database): Promise<{ kind: string; jobs: number }[]> {
  return db
    .select({ kind: outbox.kind, jobs: sql<number>`count(*)::int` })
    .from(outbox)
    .where(isNull(outbox.doneAt))
    .groupBy(outbox.kind)
    .orderBy(asc(outbox.kind))
}

/** What an operator sees of a job; `error` is the last one and contains no personal data. */
const jobColumns = {
  id: outbox.id,
  kind: outbox.kind,
  tries: outbox.tries,
  createdAt: outbox.createdAt,
  dueAt: outbox.dueAt,
  error: outbox.error,
}

/** Jobs of these kinds that failed and are tried again, the oldest first. */
export async function findFailedJobs(db: Database, kinds: readonly string[], limit: number) {
  return db
    .select(jobColumns)
    .from(outbox)
    .where(and(isNull(outbox.doneAt), isNotNull(outbox.error), inArray(outbox.kind, [...kinds])))
    .orderBy(asc(outbox.id))
    .limit(limit)
}

/** Makes one failed job due now, unless it is tried before `until` anyway; undefined when there is none, or it is done. */
export async function retryJob(
  db: Database | Transaction,
  id: number,
  { now, until }: { now: Date; until: Date },
): Promise<{ kind: string; tries: number } | undefined> {
  const [job] = await db
    .select({ kind: outbox.kind, tries: outbox.tries, dueAt: outbox.dueAt })
    .from(outbox)
    .where(and(eq(outbox.id, id), isNull(outbox.doneAt), isNotNull(outbox.error)))
    .for('update')
  if (job === undefined) return undefined
  if (job.dueAt > until) await db.update(outbox).set({ dueAt: now }).where(eq(outbox.id, id))
  return { kind: job.kind, tries: job.tries }
}
