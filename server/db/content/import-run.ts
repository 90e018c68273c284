import os from 'node:os'
import { isNull, sql, type SQL } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Database, DatabaseConnection, Transaction } from '../connect.ts'
import { createAdaptiveBatcher } from './adaptive-batcher.ts'
import {
  banner,
  course,
  env,
  event,
  graduate,
  importChange,
  importContentChange,
  importPicture,
  importRecord,
  importRun,
  news,
  openDay,
  planning,
  promotion,
  question,
  ranking,
  school,
  schoolSearch,
  schoolView,
  teacher,
} from '../schema/index.ts'

/** A running import: its rows are hidden until `commitRun`. */
export type ImportRun = { id: number; afterSchoolId: number; after: Record<string, number> }

/** The content tables that imports fill, besides schools. */
const contentTables = [
  schoolView,
  graduate,
  teacher,
  env,
  question,
  openDay,
  news,
  course,
  planning,
  promotion,
  banner,
  ranking,
  event,
]

/** Starts an import. The caller holds the import lock and has discarded an unfinished one. */
export async function beginRun(db: Database): Promise<ImportRun> {
  const [run] = await db
    .insert(importRun)
    .values({
      afterSchoolId: lastIdOf('school'),
      after: sql`jsonb_build_object(${sql.join(
        contentTables.map(
          (table) => sql`${getTableConfig(table).name}::text, ${lastIdOf(getTableConfig(table).name)}`,
        ),
        sql`, `,
      )})`,
      holder: `${os.hostname()} ${process.pid}`,
    })
    .returning({ id: importRun.id, afterSchoolId: importRun.afterSchoolId, after: importRun.after })
  if (run === undefined) throw new Error('the import was not started')
  return run
}

/** The last id that a table's sequence gave. */
function lastIdOf(table: string): SQL<number> {
  return sql<number>`coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0)::integer`
}

/** Tables into which visitors and staff write while an import runs: an id that they were given must not come twice. */
const writtenMeanwhile: ReadonlySet<string> = new Set(['question', 'open_day', 'event'])

/**
 * Resets the sequences after an import that was discarded or rolled back, so that the next one can use the ids that its file
 * gives. Those of `writtenMeanwhile` stay. The caller holds the import lock.
 */
export async function restoreSequences(db: Database, run: ImportRun): Promise<void> {
  const given = Object.entries({ school: run.afterSchoolId, ...run.after })
  for (const [table, last] of given.filter(([name]) => !writtenMeanwhile.has(name))) {
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), greatest(known.last, 1), known.last > 0)
      from (select greatest(${last}::integer, coalesce(max(id), 0)) as last from ${sql.identifier(table)}) known`)
  }
}

/** Makes an import's rows visible and its pictures permanent; the last but one statement of the committing transaction. */
export async function commitRun(tx: Transaction, run: ImportRun): Promise<void> {
  await tx.delete(importPicture)
  const gone = await tx.delete(importRun).where(sql`${importRun.id} = ${run.id}`)
  if (gone.rowCount !== 1) throw new Error('the import was discarded by another process')
}

/**
 * Discards an import that was not committed, in short batches; its rows were hidden all the time. The caller holds the
 * import lock. Returns the number of schools removed.
 */
export async function discardRun(connection: DatabaseConnection): Promise<number> {
  const { db } = connection
  const [run] = await db.select().from(importRun)
  await db.execute(sql`delete from ${schoolSearch} using ${importChange}
    where ${schoolSearch.schoolId} = ${importChange.schoolId} and ${schoolSearch.run} = ${run?.id ?? -1}`)
  let removed = 0
  if (run !== undefined) {
    const batcher = createAdaptiveBatcher(connection)
    for (const table of contentTables) {
      const after = run.after[getTableConfig(table).name] ?? 0
      for (let gone = 1; gone > 0;)
        gone = await batcher.run((tx) => discardRows(tx, table, run.id, after, batcher.rows()))
    }
    for (let before = -1; before < removed;) {
      before = removed
      removed += await batcher.run((tx) => discardSchools(tx, run, batcher.rows()))
    }
    await restoreSequences(db, run)
    await db.delete(importRun)
  }
  await db.delete(importRecord).where(isNull(importRecord.publishedAt))
  await db.execute(sql`truncate ${importChange}, ${importContentChange}`)
  return removed
}

async function discardRows(
  tx: Transaction,
  table: (typeof contentTables)[number],
  runId: number,
  after: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from ${table} where id in (
    select id from ${table} where id > ${after} and run = ${runId} order by id limit ${limit})`)
  return rowCount ?? 0
}

async function discardSchools(tx: Transaction, run: ImportRun, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from ${school} where ${school.id} in (
    select ${school.id} from ${school} where ${school.id} > ${run.afterSchoolId} and ${school.run} = ${run.id}
    order by ${school.id} limit ${limit})`)
  return rowCount ?? 0
}

/** Removes the staged changes of a run that is applied in the transaction that staged them. */
export async function removeStaged(tx: Transaction): Promise<void> {
  await tx.delete(importChange)
  await tx.delete(importContentChange)
}

/** Whether an import is running, or was not committed and has to be discarded. */
export async function isImportUnfinished(db: Database): Promise<boolean> {
  return (await db.$count(importRun)) + (await db.$count(importPicture)) > 0
}
