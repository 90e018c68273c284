import type { DatabaseConnection } from '#server/db/connect.ts'
import type { KillableSite } from '#tests/support/site/killable-site.ts'

/** Delays a change by its last step: the row that it adds to the access log under this command. */
export async function slowAccessLog({ pool }: DatabaseConnection, command: string): Promise<void> {
  await pool.query(`create function slow_access() returns trigger language plpgsql as $$
    begin perform pg_sleep(9); return new; end $$`)
  await pool.query(`create trigger slow_access before insert on access_log for each row
    when (new.command = '${command}') execute function slow_access()`)
}

/** Ends the delay. */
export async function usualAccessLog({ pool }: DatabaseConnection): Promise<void> {
  await pool.query('drop trigger slow_access on access_log')
  await pool.query('drop function slow_access()')
}

/** Whether a change of the site is at its last step; on the embedded engine there is no database to ask. */
export async function isAtLastStep(
  site: KillableSite,
  database: DatabaseConnection | undefined,
): Promise<boolean> {
  if (database !== undefined) {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    return rows.length > 0
  }
  // The embedded engine has one session: while a transaction waits, nothing else is answered.
  const probe = fetch(`${site.url}/api/news?page=${Math.ceil(Math.random() * 9_000)}`, {
    signal: AbortSignal.timeout(1500),
  })
  return probe.then(
    () => false,
    () => true,
  )
}
