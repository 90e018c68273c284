import type { ClientBase } from 'pg'

/**
 * Removes dead rows and refreshes the planner's statistics, table by table so that nothing waits for all of it.
 * For after a large import, and nightly on the embedded database, which has no autovacuum.
 */
export async function vacuumTables(
  run: (statement: string) => Promise<unknown>,
  tables: string[],
): Promise<void> {
  for (const table of tables) await run(`vacuum (analyze) ${table}`)
}

/** All tables of the product, quoted, system schemas left out. */
export async function productTables(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  return rows.map((row) => row.name)
}
