import { eq, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '../connect.ts'
import type { ImportRun } from './import-run.ts'
import { givenOrNextId } from './given-id.ts'
import { importContentChange, school, schoolName } from '../schema/index.ts'

/** A content table that imports fill, with its child table. */
export type ContentTable = {
  table: string
  /** Columns that imports write, by their SQL names. */
  columns: readonly string[]
  children?: { table: string; parent: string; columns: readonly string[]; order: string } | undefined
}

/** A new row of an import; `id` is used when it is above all ids in use. */
export type NewContent = { id?: number; facts: Record<string, unknown>; children?: unknown[] }
/** Changes of a visible row; `updatedAt`: the row's when they were made, absent where that is not compared. */
export type ContentChange = {
  id: number
  facts: Record<string, unknown>
  children?: unknown[]
  updatedAt?: unknown
}
/** A stored visible row. */
export type StoredContent = { id: number; facts: Record<string, unknown>; children: unknown[] }

/** Stored rows with one of the ids or keys, or with one of the values in each of the columns; without those of this import. */
export async function findStoredContent(
  tx: Transaction,
  run: ImportRun,
  content: ContentTable,
  asked: { ids: readonly number[]; keys: readonly string[]; values: ReadonlyMap<string, readonly unknown[]> },
): Promise<StoredContent[]> {
  // There are no statistics yet of rows that were just written.
  await tx.execute(sql`set local enable_seqscan = off`)
  const alike = [...asked.values].map(([column, values]) => {
    const name = sql.raw(`t."${column}"`)
    const given = values.filter((value) => value !== null && value !== undefined).map(String)
    const match = sql`${name} = any(array(select jsonb_array_elements_text(${JSON.stringify(given)}::jsonb))::${sql.raw(typeOf(column))}[])`
    return values.length === given.length ? match : sql`(${match} or ${name} is null)`
  })
  const { rows } = await tx.execute<StoredContent>(sql`
    select t.id, ${factsOf(content)} as facts, ${childrenOf(content)} as children
    from ${sql.identifier(content.table)} t
    where t.run <> ${run.id} and (t.id = any(${sql.param(asked.ids)}::integer[]) or t.key = any(${sql.param(asked.keys)}) or (${sql.join(alike, sql` and `)}))
    order by t.id`)
  return rows
}

/** Inserts rows, hidden until the import is committed. */
export async function insertHiddenContent(
  tx: Transaction,
  run: ImportRun,
  content: ContentTable,
  rows: readonly NewContent[],
): Promise<void> {
  const { table, columns, children } = content
  const into = sql.identifier(table)
  const names = sql.raw(columns.map((name) => `"${name}"`).join(', '))
  const values = sql.raw(columns.map((name) => `r."${name}"`).join(', '))
  const childRows =
    children === undefined
      ? sql``
      : sql`, parts as (insert into ${sql.identifier(children.table)} (${sql.identifier(children.parent)}, ${sql.raw(quoted(children.columns))})
          select given.id, ${sql.raw(quoted(children.columns, 'c.'))} from given,
            jsonb_populate_recordset(null::${sql.identifier(children.table)}, entry->'children') c)`
  await tx.execute(sql`
    with given as materialized (
      select ${givenOrNextId(table)} as id, place, entry
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as list (entry, place)
    ), written as (
      insert into ${into} (id, ${names}, run) overriding system value
      select given.id, ${values}, ${run.id}::integer
      from given, jsonb_populate_record(null::${into}, entry->'facts') r order by place
    )${childRows}
    select 1`)
}

/** Stages changes of visible rows. */
export async function stageContentChanges(
  tx: Transaction,
  { table }: ContentTable,
  changes: readonly ContentChange[],
): Promise<void> {
  await tx.execute(sql`insert into ${importContentChange} (content, row_id, facts, children, row_updated_at)
    select ${table}, (entry->>'id')::integer, entry->'facts', entry->'children', (entry->>'updatedAt')::timestamptz
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) entry`)
}

/**
 * Rows of an import were changed by others after their changes were staged, or more places of an open day were booked than it
 * would have (`booked`); nothing of the import is stored.
 */
export class StaleRowsError extends Error {
  override readonly name = 'StaleRowsError'
  readonly table: string
  readonly ids: readonly number[]
  readonly reason: 'changed' | 'booked'

  constructor(table: string, rows: readonly { id: number }[], reason: 'changed' | 'booked' = 'changed') {
    super(`rows were ${reason} while they were imported`)
    this.table = table
    this.ids = rows.map(({ id }) => id)
    this.reason = reason
  }
}

/**
 * Locks the rows of one table that staged changes are for, in the order of their ids. For rows that visitors change too,
 * who lock several in this order.
 */
export async function lockChangedRows(tx: Transaction, { table }: ContentTable): Promise<void> {
  await tx.execute(sql`select from ${sql.identifier(table)} t
    where t.id in (select row_id from ${importContentChange} where content = ${table}) order by t.id for no key update`)
}

/** Throws StaleRowsError when an open day would have fewer places than are booked; its rows are locked. */
export async function refuseOverbooked(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`select t.id
    from open_day t join ${importContentChange} change on change.content = 'open_day' and change.row_id = t.id
    where (change.facts ->> 'capacity')::integer < t.taken order by t.id`)
  if (rows.length > 0) throw new StaleRowsError('open_day', rows, 'booked')
}

/**
 * Applies the staged changes of one table, in the transaction that commits the import. Throws StaleRowsError when a row
 * was changed since.
 */
export async function applyContentChanges(tx: Transaction, content: ContentTable): Promise<void> {
  const { table, children } = content
  const { rows } = await tx.execute<{ name: string }>(
    sql`select distinct jsonb_object_keys(facts) as name from ${importContentChange} where content = ${table}`,
  )
  const changing = rows.map(({ name }) => name).filter((name) => content.columns.includes(name))
  const values = sql`select ${sql.raw(quoted(changing, 'r.'))} from jsonb_populate_record(t, change.facts) r`
  const settings = changing.length === 0 ? sql`` : sql`(${sql.raw(quoted(changing))}) = (${values}),`
  // Strictly increasing: an import compares an export's `updated_at` to detect later changes.
  const isCurrent = sql`(change.row_updated_at is null or change.row_updated_at = t.updated_at)`
  const { rowCount } = await tx.execute(sql`update ${sql.identifier(table)} t
    set ${settings} updated_at = greatest(now(), t.updated_at + interval '1 millisecond')
    from ${importContentChange} change where change.content = ${table} and change.row_id = t.id and ${isCurrent}`)
  if (rowCount !== (await tx.$count(importContentChange, eq(importContentChange.content, table)))) {
    const stale = await tx.execute<{ id: number }>(sql`select t.id
      from ${sql.identifier(table)} t join ${importContentChange} change on change.content = ${table} and change.row_id = t.id
      where t.updated_at <> greatest(now(), change.row_updated_at + interval '1 millisecond') order by t.id`)
    if (stale.rows.length > 0) throw new StaleRowsError(table, stale.rows)
  }
  if (children === undefined) return
  const replaced = sql`${importContentChange} change where change.content = ${table} and change.children is not null`
  await tx.execute(sql`delete from ${sql.identifier(children.table)}
    where ${sql.identifier(children.parent)} in (select row_id from ${replaced})`)
  await tx.execute(sql`insert into ${sql.identifier(children.table)} (${sql.identifier(children.parent)}, ${sql.raw(quoted(children.columns))})
    select noted.row_id, ${sql.raw(quoted(children.columns, 'c.'))} from (select * from ${replaced}) noted,
      jsonb_populate_recordset(null::${sql.identifier(children.table)}, noted.children) c`)
}

/** A school that files may refer to, hidden ones of the import included. */
export type NamedSchool = {
  id: number
  key: string | null
  namesake: string
  district: string | null
  address: string | null
}

/** Schools with one of the keys, or one of the names in their city; former names match where no school has the name now. */
export async function findNamedSchools(
  tx: Transaction,
  { keys, namesakes }: { keys: readonly string[]; namesakes: readonly string[] },
): Promise<NamedSchool[]> {
  await tx.execute(sql`set local enable_seqscan = off`)
  const namesake = sql`split_part(${school.identity}, chr(10), 1)`
  const { rows } = await tx.execute<NamedSchool>(sql`
    select id, key, ${namesake} as namesake, district, address from ${school}
    where key = any(${sql.param(keys)}) or ${namesake} = any(${sql.param(namesakes)}) order by id`)
  const known = new Set(rows.map((row) => row.namesake))
  const missing = namesakes.filter((name) => !known.has(name))
  if (missing.length === 0) return rows
  const former = sql`${school.cityCode} || ' ' || lower(regexp_replace(normalize(${schoolName.name}, NFKC), '\\s+', '', 'g'))`
  const renamed = await tx.execute<NamedSchool>(sql`
    select distinct id, key, ${former} as namesake, district, address
    from ${schoolName} join ${school} on ${school.id} = ${schoolName.schoolId}
    where ${schoolName.kind} = 'former' and ${former} = any(${sql.param(missing)}) order by id`)
  return [...rows, ...renamed.rows]
}

/** SQL of the imported columns as one JSON object. */
export function factsOf({ columns }: ContentTable): SQL {
  return sql.raw(`jsonb_build_object(${columns.map((name) => `'${name}', t."${name}"`).join(', ')})`)
}

/** SQL of a row's child rows as a JSON list. */
export function childrenOf({ children }: ContentTable): SQL {
  if (children === undefined) return sql`'[]'::jsonb`
  const fields = children.columns.map((name) => `'${name}', c."${name}"`).join(', ')
  return sql.raw(`coalesce((select jsonb_agg(jsonb_build_object(${fields}) order by ${children.order})
    from "${children.table}" c where c."${children.parent}" = t.id), '[]'::jsonb)`)
}

function quoted(names: readonly string[], table = ''): string {
  return names.map((name) => `${table}"${name}"`).join(', ')
}

function typeOf(column: string): string {
  if (column.endsWith('_at')) return 'timestamptz'
  return /_id$|^year$|^position$/.test(column) ? 'integer' : 'text'
}
