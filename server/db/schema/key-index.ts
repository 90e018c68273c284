import { sql } from 'drizzle-orm'
import { uniqueIndex, type PgColumn } from 'drizzle-orm/pg-core'

/** An operator's key names one row of its table; most rows have none. */
export function keyIndex(tableName: string, table: { key: PgColumn }) {
  return uniqueIndex(`${tableName}_key`)
    .on(table.key)
    .where(sql`${table.key} is not null`)
}
