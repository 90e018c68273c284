import { sql, type SQL } from 'drizzle-orm'

/**
 * The id of a row that an import adds, where `entry` is the row as JSON: the one that it names when that is above all
 * that the table ever gave, so that addresses survive a move, else the next one. The table never gives it again.
 */
export function givenOrNextId(table: string): SQL {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
  const given = sql`(entry->>'id')::integer`
  return sql`(case when ${given} > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)
    then setval(${sequence}, ${given}) else nextval(${sequence}) end)::integer`
}
