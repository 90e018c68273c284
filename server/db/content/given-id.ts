import { sql, type SQL } from 'drizzle-orm'

/**
 * SQL of the id of an imported row, where `entry` is the row as JSON: the given one when it is above all ids that the
 * table's sequence gave, so that addresses survive a move to another database, else the sequence's next. Never given twice.
 */
export function givenOrNextId(table: string): SQL {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
  const given = sql`(entry->>'id')::integer`
  return sql`(case when ${given} > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)
    then setval(${sequence}, ${given}) else nextval(${sequence}) end)::integer`
}
