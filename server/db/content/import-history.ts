import { and, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database, DatabaseConnection, Transaction } from '../connect.ts'
import { childrenOf, factsOf, type ContentTable } from './content-import.ts'
import { createAdaptiveBatcher } from './adaptive-batcher.ts'
import { importChange, importContentChange, importPrevious, importRecord, school } from '../schema/index.ts'
import { previousSchool } from './school-import.ts'
import { listTables, type SchoolLists } from './school-lists.ts'
import type { ImportRun } from './import-run.ts'
import type { StoredSchool } from './school-import-rows.ts'

/** Number of imports that can be undone; previous rows of older ones are deleted. */
const undoable = 10

/** An import that was committed, as the list of imports shows it. */
export type PublishedImport = typeof importRecord.$inferSelect & { publishedAt: Date }

/** The committed imports of files, and undos, the latest first; edits on pages are none. */
export async function findImports(db: Database, limit: number): Promise<PublishedImport[]> {
  return published(db, { where: isNull(importRecord.draftId), limit })
}

/** One committed import, or edit on a page; without an id the latest import of files that is not undone. */
export async function findImport(
  db: Database,
  importId: number | undefined,
): Promise<PublishedImport | undefined> {
  const isUndoable = and(
    isNull(importRecord.draftId),
    isNull(importRecord.undoneAt),
    sql`jsonb_array_length(${importRecord.sums}) > 0`,
  )
  const where = importId === undefined ? isUndoable : eq(importRecord.id, importId)
  const [found] = await published(db, { where, limit: 1 })
  return found
}

async function published(
  db: Database,
  { where, limit }: { where: SQL | undefined; limit: number },
): Promise<PublishedImport[]> {
  const rows = await db
    .select()
    .from(importRecord)
    .where(and(isNotNull(importRecord.publishedAt), where))
    .orderBy(desc(importRecord.id))
    .limit(limit)
  return rows.flatMap(({ publishedAt, ...row }) => (publishedAt === null ? [] : [{ ...row, publishedAt }]))
}

/** Records who begins an import; `discardRun` takes the note back when it is not committed. */
export async function noteImport(
  db: Database,
  run: ImportRun,
  { operator, files, draftId }: { operator: string; files: string[]; draftId?: number | undefined },
): Promise<void> {
  await db.insert(importRecord).values({ id: run.id, operator, files, draftId })
}

/** Records that an import published a draft that was made in its own transaction. */
export async function noteDraftOfImport(tx: Transaction, run: ImportRun, draftId: number): Promise<void> {
  await tx.update(importRecord).set({ draftId }).where(eq(importRecord.id, run.id))
}

/** Keeps what an import that is fully written will replace, in short batches. The caller holds the import lock. */
export async function storePrevious(
  connection: DatabaseConnection,
  run: ImportRun,
  contents: readonly ContentTable[],
): Promise<void> {
  const pace = createAdaptiveBatcher(connection)
  const all = async (batch: (tx: Transaction, after: number) => Promise<number | undefined>) => {
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after
      after = await pace.run((tx) => batch(tx, from))
    }
  }
  await all((tx, after) =>
    storeRows(
      tx,
      sql`select ${run.id}::integer, 'school', s.id, ${previousSchool}, s.updated_at + interval '1 millisecond'
      from ${importChange} change join ${school} s on s.id = change.school_id
      where s.id > ${after}::integer order by s.id limit ${pace.rows()}`,
    ),
  )
  await all((tx, after) =>
    storeRows(
      tx,
      sql`select ${run.id}::integer, 'school', s.id, null::jsonb, s.updated_at from ${school} s
      where s.run = ${run.id} and s.id > greatest(${after}::integer, ${run.afterSchoolId}::integer) order by s.id limit ${pace.rows()}`,
    ),
  )
  for (const content of contents) {
    const table = sql.identifier(content.table)
    await all((tx, after) =>
      storeRows(
        tx,
        sql`select ${run.id}::integer, ${content.table}::text, t.id,
          jsonb_build_object('facts', ${factsOf(content)}, 'children', ${childrenOf(content)}),
          t.updated_at + interval '1 millisecond'
        from ${importContentChange} change join ${table} t on t.id = change.row_id
        where change.content = ${content.table} and t.id > ${after}::integer order by t.id limit ${pace.rows()}`,
      ),
    )
    await all((tx, after) =>
      storeRows(
        tx,
        sql`select ${run.id}::integer, ${content.table}::text, t.id, null::jsonb, t.updated_at from ${table} t
        where t.run = ${run.id} and t.id > ${after}::integer order by t.id limit ${pace.rows()}`,
      ),
    )
  }
}

/** Stores the query's rows; returns the id of the last one, undefined without any. */
async function storeRows(tx: Transaction, rows: ReturnType<typeof sql>): Promise<number | undefined> {
  const { rows: stored } = await tx.execute<{ id: number }>(sql`
    insert into ${importPrevious} (import_id, content, row_id, previous, written_at) ${rows} returning row_id as id`)
  return stored.length === 0 ? undefined : Math.max(...stored.map(({ id }) => id))
}

/** Records that an import is committed, in the transaction that does it. */
export async function notePublished(tx: Transaction, run: ImportRun, sums: readonly object[]): Promise<void> {
  await tx.execute(sql`update ${importRecord} set published_at = now(), sums = ${JSON.stringify(sums)}::jsonb
    where id = ${run.id}`)
}

/** Deletes previous rows of imports of files that are too old to be undone, and of edits on pages after two years. */
export async function forgetOldImports(db: Database): Promise<void> {
  const ofFiles = sql`published_at is not null and draft_id is null`
  await db.execute(sql`delete from ${importPrevious} where import_id not in (
    select id from ${importRecord} where ${ofFiles} order by id desc limit ${undoable}) and import_id not in (
    select id from ${importRecord} where draft_id is not null and published_at > now() - interval '2 years')`)
}

/** Whether what an import changed is not kept any more, or it is an undo itself. */
export async function isForgotten(db: Database, importId: number): Promise<boolean> {
  return (await db.$count(importPrevious, eq(importPrevious.importId, importId))) === 0
}

/** What an import did to one row: `previous` is null for a row that it added. */
export type PreviousRow<Previous> = { id: number; previous: Previous | null }
/** A school as it was. Imports of earlier versions kept its fees beside the names; it had no other list then. */
export type PreviousSchool = Omit<StoredSchool, 'id' | 'successorKey' | 'lists'> & {
  lists?: SchoolLists
  fees?: SchoolLists['fees']
}
export type PreviousContent = { facts: Record<string, unknown>; children: unknown[] }

/** The rows of one table that an import added or changed. */
export async function findPrevious<Previous>(
  db: Database,
  importId: number,
  table: string,
): Promise<PreviousRow<Previous>[]> {
  const { rows } = await db.execute<PreviousRow<Previous>>(sql`
    select row_id as id, previous from ${importPrevious} where import_id = ${importId} and content = ${table}
    order by row_id`)
  return rows
}

/** A change of one row that is kept: what was before it, and by whom. */
export type RowChange<Previous> = {
  importId: number
  previous: Previous | null
  publishedAt: string
  operator: string
  files: string[]
}

/** The kept changes of one row, the latest first. */
export async function findRowChanges<Previous>(
  db: Database,
  table: string,
  id: number,
): Promise<RowChange<Previous>[]> {
  const { rows } = await db.execute<RowChange<Previous>>(sql`
    select record.id as "importId", kept.previous, record.published_at::text as "publishedAt", record.operator,
      record.files
    from ${importPrevious} kept join ${importRecord} record on record.id = kept.import_id
    where kept.content = ${table} and kept.row_id = ${id} and record.published_at is not null
    order by record.id desc`)
  return rows
}

/** The rows of one table that were changed, or are gone, since an import wrote them. */
export async function findChangedSince(db: Database, importId: number, table: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select kept.row_id as id from ${importPrevious} kept
    join ${importRecord} record on record.id = kept.import_id
    left join ${sql.identifier(table)} t on t.id = kept.row_id
    where kept.import_id = ${importId} and kept.content = ${table}
      and (t.id is null or t.updated_at > greatest(record.published_at, kept.written_at))
    order by 1`)
  return rows.map((row) => row.id)
}

/** Rows that belong to a row of a table and go with it. */
const parts = new Set([
  'school_name',
  ...listTables.map(({ table }) => table),
  'school_section',
  'school_search',
  'answer',
  'ranking_place.ranking_id',
])

/** Withdraws rows that an import had added, in the transaction that undoes it. */
export async function withdrawRows(tx: Transaction, table: string, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`update ${sql.identifier(table)}
    set withdrawn_at = coalesce(withdrawn_at, now()), updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where id = any(${sql.param(ids)}::integer[])`)
  if (table === 'school')
    await tx.execute(sql`delete from school_search where school_id = any(${sql.param(ids)}::integer[])`)
}

/**
 * Deletes rows that were withdrawn and that nothing else names, in short batches: not a favourite, not a request, not a
 * row of another import. Returns the ids of those that stay.
 */
export async function deleteUnused(
  connection: DatabaseConnection,
  table: string,
  ids: readonly number[],
): Promise<number[]> {
  const { rows: references } = await connection.db.execute<{ owner: string; column: string }>(sql`
    select c.relname as owner, a.attname as column from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = ${table}::regclass`)
  const others = references.filter(
    ({ owner, column }) => !parts.has(owner) && !parts.has(`${owner}.${column}`),
  )
  const unused = others.map(
    ({ owner, column }) =>
      sql`and not exists (select from ${sql.identifier(owner)} o where o.${sql.identifier(column)} = t.id)`,
  )
  const pace = createAdaptiveBatcher(connection)
  const rest = [...ids]
  const gone = new Set<number>()
  while (rest.length > 0) {
    const some = rest.splice(0, pace.rows())
    const { rows } = await pace.run((tx) =>
      tx.execute<{ id: number }>(sql`delete from ${sql.identifier(table)} t
        where t.id = any(${sql.param(some)}::integer[]) ${sql.join(unused, sql` `)} returning t.id`),
    )
    for (const { id } of rows) gone.add(id)
  }
  return ids.filter((id) => !gone.has(id))
}

/** Records that an import was undone, and by whom. */
export async function noteUndone(tx: Transaction, id: number, operator: string): Promise<void> {
  await tx.execute(
    sql`update ${importRecord} set undone_at = now(), undone_by = ${operator} where id = ${id}`,
  )
}
