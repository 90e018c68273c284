import { ne, and, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { getOperations } from '#server/contract/staff/operations.ts'
import { knowsCoreFacts } from '#server/db/articles/addresses.ts'
import type { Database, DatabaseConnection } from '#server/db/connect.ts'
import { school } from '#server/db/schema/index.ts'
import { visible } from '#server/db/visible-rows.ts'
import type { Replicas } from '#server/db/replicas.ts'
import { countWaitingJobs, findFailedJobs } from '#server/db/leads/outbox.ts'
import { findSiteFacts } from '#server/db/site-facts.ts'
import type { SmsBudget } from '../accounts/sms-budget.ts'
import type { TimedTaskRun } from '../timed-tasks.ts'
import { unconfiguredJobsOf } from './unconfigured-jobs.ts'

const mostFailedJobs = 50

/** What the state of the site is read from. */
export type OperationSources = {
  connection: DatabaseConnection
  replicas: Pick<Replicas, 'databases' | 'usable' | 'lags'> | undefined
  /** Kinds of outbox jobs that this site can do. */
  jobKinds: readonly string[]
  circuits: () => ReadonlyMap<string, boolean>
  smsLeft: () => Promise<SmsBudget>
  smsBudget: SmsBudget
  freeDiskBytes: () => Promise<number>
  /** Variables that are not set. */
  missingSettings: z.infer<typeof getOperations.data>['missing_settings']
  keyId: string
  startedAt: Date
  timedRuns: () => readonly TimedTaskRun[]
  /** Build of the pages. */
  build: string | undefined
  now: () => Date
}

/** Reads the state of the site. Rejects when the database does not answer. */
export async function readOperations({
  connection,
  replicas,
  jobKinds,
  circuits,
  smsLeft,
  smsBudget,
  freeDiskBytes,
  missingSettings,
  keyId,
  startedAt,
  timedRuns,
  build,
  now,
}: OperationSources): Promise<z.input<typeof getOperations.data>> {
  const facts = await findSiteFacts(connection.db, { now: now(), kinds: jobKinds })
  const failed = await findFailedJobs(connection.db, jobKinds, mostFailedJobs)
  const left = await smsLeft()
  const { rows } = await connection.db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database())::text as bytes`,
  )
  return {
    database: { engine: connection.engine, bytes: Number(rows[0]?.bytes ?? 0) },
    replicas: {
      named: replicas?.databases.length ?? 0,
      usable: replicas?.usable() ?? 0,
      lags: [...(replicas?.lags() ?? [])].map(([name, seconds]) => ({ name, seconds })),
    },
    jobs: {
      waiting: facts.jobs,
      failing: facts.jobsFailing,
      unconfigured: facts.jobsUnconfigured,
      unconfigured_kinds: unconfiguredJobsOf(await countWaitingJobs(connection.db), jobKinds),
      failed: failed.map((job) => ({
        id: job.id,
        kind: job.kind,
        tries: job.tries,
        created_at: job.createdAt.toISOString(),
        due_at: job.dueAt.toISOString(),
        reason: job.error ?? '',
      })),
      oldest_seconds: facts.oldestJob ?? undefined,
    },
    sms: {
      sent: facts.codesDay,
      left_hour: left.hour,
      left_day: left.day,
      limit_day: smsBudget.day,
      left_hour_new_phones: left.newPhonesHour,
      left_day_new_phones: left.newPhonesDay,
    },
    devices: { online: facts.kioskOnline, unsent: facts.kioskUnsent },
    last_backup_at: momentOf(facts.lastBackup),
    last_backup_tried_at: momentOf(facts.lastBackupTried),
    disk_free_bytes: await freeDiskBytes().catch(() => undefined),
    open_circuits: [...circuits()].flatMap(([name, isOpen]) => (isOpen ? [name] : [])),
    missing_settings: missingSettings,
    schools: await countSchools(connection.db),
    key_id: keyId,
    started_at: startedAt.toISOString(),
    build,
    timed_tasks: timedRuns().map(({ name, endedAt, failure }) => ({
      name,
      ended_at: endedAt.toISOString(),
      failure,
    })),
  }
}

/** The moment of a Unix time in seconds. */
function momentOf(seconds: number | null): string | undefined {
  return seconds === null ? undefined : new Date(seconds * 1000).toISOString()
}

async function countSchools(db: Database) {
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      indexed: sql<number>`(count(*) filter (where ${knowsCoreFacts}))::int`,
      pictured: sql<number>`count(${school.cover})::int`,
    })
    .from(school)
    .where(and(visible(school), ne(school.state, 'closed')))
  return counts ?? { total: 0, indexed: 0, pictured: 0 }
}
