import type { DatabaseConnection } from '#server/db/connect.ts'

/** Runs a task while the database refuses every new row of the access log, as a crash before the commit would. */
export async function failingAccessLog(
  { pool }: DatabaseConnection,
  task: () => Promise<void>,
): Promise<void> {
  await pool.query(`create function refuse_access() returns trigger language plpgsql as $$
    begin raise exception 'no row of the access log'; end $$`)
  await pool.query(
    'create trigger refuse_access before insert on access_log for each row execute function refuse_access()',
  )
  try {
    await task()
  } finally {
    await pool.query('drop trigger refuse_access on access_log')
    await pool.query('drop function refuse_access()')
  }
}
