import { sql } from 'drizzle-orm'
import type { Database } from './connect.ts'
import { correction, question } from './schema/index.ts'
import { awaitsCall } from './leads/contacted-leads.ts'
import { withHidden } from './visible-rows.ts'

/**
 * Facts of the whole site for its metrics, read from the database; ages in seconds, null where nothing waits. A job is as
 * old as it is due until it is tried: one that waits for the morning is not late.
 */
export type SiteFacts = {
  jobs: number
  jobsFailing: number
  jobsUnconfigured: number
  oldestJob: number | null
  leads: number
  leadsDay: number
  leadsWaiting: number
  oldestLead: number | null
  checkInsDay: number
  questionsWaiting: number
  oldestQuestion: number | null
  correctionsWaiting: number
  oldestCorrection: number | null
  codesDay: number
  kioskOnline: number
  kioskUnsent: number
  lastBackup: number | null
  lastBackupTried: number | null
}

/**
 * When the last complete backup was made, of rows of the access log: earlier builds recorded failed ones too, with no rows. The
 * one that a restored database comes from is in none of its rows but that of the restore.
 */
export const lastBackupMade = sql`max(case when command = 'restore' then (details ->> 'madeAt')::timestamptz
  when rows > 0 then at end) filter (where command in ('backup', 'restore'))`

/** When a restore was last rehearsed with success, of rows of the access log: a failed rehearsal has no rows. */
const lastBackupTried = sql`max(at) filter (where command = 'backup try' and rows > 0)`

/** Reads the facts in one statement; `kinds` are the jobs that this site can do. */
export async function findSiteFacts(
  db: Database,
  { now, kinds }: { now: Date; kinds: readonly string[] },
): Promise<SiteFacts> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const doable = sql`kind = any(${sql.param([...kinds])}::text[])`
  const { rows } = await db.execute<SiteFacts>(sql`
    select job.*, lead.*, question.*, report.*, kiosk.*, access.*,
      (select count(*)::int from check_in where received_at > ${moment} - interval '1 day') as "checkInsDay",
      (select count(*)::int from code
        where created_at > ${moment} - interval '1 day' and (purpose <> 'staff' or to_known_phone)) as "codesDay"
    from (
      select count(*)::int as jobs,
        (count(*) filter (where error is not null and ${doable}))::int as "jobsFailing",
        (count(*) filter (where not (${doable})))::int as "jobsUnconfigured",
        extract(epoch from ${moment} - min(case when tries = 0 then due_at else created_at end)
          filter (where ${doable} and (tries > 0 or due_at <= ${moment})))::float8 as "oldestJob"
      from outbox where done_at is null
    ) job, (
      select count(*)::int as leads,
        (count(*) filter (where anonymised_at is null and created_at > ${moment} - interval '1 day'))::int
          as "leadsDay",
        (count(*) filter (where anonymised_at is null and ${awaitsCall}))::int as "leadsWaiting",
        extract(epoch from ${moment} - min(created_at) filter (where anonymised_at is null and ${awaitsCall}))::float8
          as "oldestLead"
      from clue
    ) lead, (
      select count(*)::int as "questionsWaiting", extract(epoch from ${moment} - min(asked_at))::float8 as "oldestQuestion"
      from ${withHidden(question)} where state = 'pending'
    ) question, (
      select count(*)::int as "correctionsWaiting",
        extract(epoch from ${moment} - min(created_at))::float8 as "oldestCorrection"
      from ${correction} where state = 'received'
    ) report, (
      select (count(*) filter (where last_seen_at > ${moment} - interval '2 minutes'))::int as "kioskOnline",
        coalesce(sum(waiting), 0)::int as "kioskUnsent"
      from kiosk_device where revoked_at is null and paired_at is not null
    ) kiosk, (
      select extract(epoch from ${lastBackupMade})::float8 as "lastBackup",
        extract(epoch from ${lastBackupTried})::float8 as "lastBackupTried"
      from access_log
    ) access`)
  const [facts] = rows
  if (facts === undefined) throw new Error('a select without rows gave none')
  return facts
}
