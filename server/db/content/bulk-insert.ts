import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../connect.ts'

const jsonOf = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/**
 * Bulk insert into one table, by one statement with one JSON parameter. Columns that no row has get their defaults; a row
 * without a column that others have gets null. A given `id` is used.
 */
export async function insertMany<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return
  const named = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = Object.entries(table)
    .filter(([key]) => named.has(key))
    .map(([key]) => key)
  const config = getTableConfig(table)
  const details = columns.map((key) => {
    const column = config.columns.find((candidate) => candidate === Reflect.get(table, key))
    if (column === undefined) throw new Error(`no column ${key} in ${config.name}`)
    return { key, name: column.keyAsName ? toSnakeCase(key) : column.name, type: column.getSQLType() }
  })
  const names = sql.raw(details.map(({ name }) => `"${name}"`).join(', '))
  const recordset = sql.raw(details.map(({ key, type }) => `"${key}" ${type}`).join(', '))
  const picked = sql.raw(details.map(({ key }) => `"${key}"`).join(', '))
  const json = JSON.stringify(rows, jsonOf)
  await tx.execute(
    sql`insert into ${table} (${names}) overriding system value
      select ${picked} from jsonb_to_recordset(${json}::jsonb) as given(${recordset})`,
  )
}
