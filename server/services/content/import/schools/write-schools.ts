import type { Database, DatabaseConnection } from '#server/db/connect.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { createAdaptiveBatcher } from '#server/db/content/adaptive-batcher.ts'
import type { AdaptiveBatcher } from '#server/db/content/adaptive-batcher.ts'
import { findStoredSchools, insertHiddenSchools, stageChanges } from '#server/db/content/school-import.ts'
import { createEventLoopYield } from '../event-loop-yield.ts'
import type { PictureFinder } from '../picture-finder.ts'
import type { Problems } from '../problems.ts'
import { withPictures } from './school-pictures.ts'
import { StoredSchools } from './school-match.ts'
import type { SchoolPlan } from './school-plan.ts'
import { namesakeOf } from './school-row.ts'
import type { SchoolRow } from './school-row.ts'

/** A written school and the key of its successor. */
export type SuccessorLink = { id: number; isNew: boolean; key: string }
/** Numbers of written schools. */
export type Written = { added: number; changed: number; unchanged: number; links: SuccessorLink[] }

type Decide = (row: SchoolRow, stored: StoredSchools) => SchoolPlan | undefined
type Options = {
  decide: Decide
  pictures: PictureFinder
  problems: Problems
  signal: AbortSignal
  onProgress: (schools: number) => void
}
type Target = { db: Database; run: ImportRun; pace: AdaptiveBatcher; written: Written }

const chunkSize = 100

/**
 * Writes schools chunk by chunk, invisible until the import is committed: new rows hidden, changes staged. After the
 * first problem nothing more is written and the rest is only checked; the import must then be discarded.
 */
export async function writeSchools(
  connection: DatabaseConnection,
  run: ImportRun,
  rows: AsyncIterable<SchoolRow>,
  { decide, pictures, problems, signal, onProgress }: Options,
): Promise<Written> {
  const written: Written = { added: 0, changed: 0, unchanged: 0, links: [] }
  const target = { db: connection.db, run, written, pace: createAdaptiveBatcher(connection) }
  for await (const chunk of chunks(rows)) {
    signal.throwIfAborted()
    const pictured: SchoolRow[] = []
    for (const row of chunk) pictured.push(await withPictures(row, pictures.store, problems))
    const plans = await planChunk(target, pictured, decide)
    if (problems.count > 0) continue
    await writeNew(target, plans)
    await writeChanges(target, plans)
    written.unchanged += plans.filter(({ kind }) => kind === 'same').length
    onProgress(written.added + written.changed + written.unchanged)
  }
  return written
}

async function* chunks(rows: AsyncIterable<SchoolRow>): AsyncGenerator<SchoolRow[]> {
  let chunk: SchoolRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

async function planChunk(
  { db, run }: Target,
  chunk: readonly SchoolRow[],
  decide: Decide,
): Promise<SchoolPlan[]> {
  const keys = chunk.flatMap(({ facts }) => facts.key ?? [])
  const ids = chunk.flatMap(({ id }) => id ?? [])
  const asked = { ids, keys, namesakes: chunk.map(namesakeOf) }
  const stored = new StoredSchools(await db.transaction((tx) => findStoredSchools(tx, run, asked)))
  const yieldToEventLoop = createEventLoopYield()
  const plans: SchoolPlan[] = []
  for (const row of chunk) {
    const plan = decide(row, stored)
    if (plan !== undefined) plans.push(plan)
    await yieldToEventLoop()
  }
  return plans
}

async function writeNew({ run, pace, written }: Target, plans: readonly SchoolPlan[]): Promise<void> {
  const rest = plans.filter((plan) => plan.kind === 'new')
  while (rest.length > 0) {
    const some = rest.splice(0, pace.rows())
    const schools = some.map(({ school }) => school)
    const ids = await pace.run((tx) => insertHiddenSchools(tx, run, schools))
    for (const [at, { successorKey: key }] of some.entries()) {
      const id = ids[at]
      if (id !== undefined && key !== undefined) written.links.push({ id, isNew: true, key })
    }
    written.added += some.length
  }
}

async function writeChanges({ run, pace, written }: Target, plans: readonly SchoolPlan[]): Promise<void> {
  const rest = plans.filter((plan) => plan.kind === 'change')
  while (rest.length > 0) {
    const some = rest.splice(0, pace.rows())
    const changes = some.map(({ change }) => change)
    await pace.run((tx) => stageChanges(tx, run, changes))
    for (const { change, successorKey: key } of some) {
      if (key !== undefined) written.links.push({ id: change.id, isNew: false, key })
    }
    written.changed += some.length
  }
}
