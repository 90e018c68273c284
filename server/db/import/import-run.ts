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

/** An import that is being written: its rows are hidden until `endRun`. */
export type ImportRun = { id: number; afterSchoolId: number; after: Record<string, number> }

/** The tables of content that imports fill besides schools. */
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

/** Starts an import. The caller holds the import lock and has discarded what an earlier one left. */
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

/** The last id that a table gave. */
function lastIdOf(table: string): SQL<number> {
  return sql<number>`coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0)::integer`
}

/**
 * Gives the ids of a discarded import back, so that the next one can keep the ids that its file names. Those of
 * questions stay: visitors ask questions meanwhile.
 */
async function restoreSequences(db: Database, run: ImportRun): Promise<void> {
  const given = Object.entries({ school: run.afterSchoolId, ...run.after })
  for (const [table, last] of given.filter(([name]) => name !== 'question')) {
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), greatest(known.last, 1), known.last > 0)
      from (select greatest(${last}::integer, coalesce(max(id), 0)) as last from ${sql.identifier(table)}) known`)
  }
}

/** Shows the rows of an import and lets its pictures stay, as the last but one statement of the transaction that publishes it. */
export async function commitRun(tx: Transaction, run: ImportRun): Promise<void> {
  await tx.delete(importPicture)
  const gone = await tx.delete(importRun).where(sql`${importRun.id} = ${run.id}`)
  if (gone.rowCount !== 1) throw new Error('the import was discarded by another process')
}

/**
 * Removes what an import wrote that was never published: its rows were hidden all the time. Takes short turns.
 * The caller holds the import lock. Returns how many schools were removed.
 */
export async function discardRun(connection: DatabaseConnection): Promise<number> {
  const { db } = connection
  const [run] = await db.select().from(importRun)
  await db.execute(sql`delete from ${schoolSearch} using ${importChange}
    where ${schoolSearch.schoolId} = ${importChange.schoolId} and ${schoolSearch.run} = ${run?.id ?? -1}`)
  let removed = 0
  if (run !== undefined) {
    const pace = createAdaptiveBatcher(connection)
    for (const table of contentTables) {
      const after = run.after[getTableConfig(table).name] ?? 0
      for (let gone = 1; gone > 0;)
        gone = await pace.run((tx) => discardRows(tx, table, run.id, after, pace.rows()))
    }
    for (let before = -1; before < removed;) {
      before = removed
      removed += await pace.run((tx) => discardSchools(tx, run, pace.rows()))
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

/** Whether an import is being written, or left something that is to be taken back. */
export async function isImportUnfinished(db: Database): Promise<boolean> {
  return (await db.$count(importRun)) + (await db.$count(importPicture)) > 0
}
