import type { Pool, PoolClient } from 'pg'

/** Parts of a connection that vacuuming needs. */
type VacuumConnection = {
  readonly pool: Pool
  readonly withStatementTimeout: (
    limitMs: number,
    task: (client: PoolClient) => Promise<unknown>,
  ) => Promise<unknown>
}

const tableLimitMs = 10 * 60_000

/**
 * Vacuums and analyzes all tables, one at a time to block others only briefly: after a large import, and nightly on the
 * embedded database, which has no autovacuum.
 */
export async function vacuumTables({ pool, withStatementTimeout }: VacuumConnection): Promise<void> {
  for (const table of await productTables(pool)) {
    await withStatementTimeout(tableLimitMs, (client) => client.query(`vacuum (analyze) ${table}`))
  }
}

/** All tables of the product with their schemas, quoted; system tables left out. */
export async function productTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  return rows.map((row) => row.name)
}
