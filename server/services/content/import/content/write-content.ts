import type { DatabaseConnection } from '#server/db/connect.ts'
import { insertHiddenContent, stageContentChanges } from '#server/db/content/content-import.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { createAdaptiveBatcher } from '#server/db/content/adaptive-batcher.ts'
import type { ContentEntity } from './content-entities.ts'
import { picturesNamed } from './content-facts.ts'
import { ContentPlanner } from './content-planner.ts'
import type { ContentRow } from './content-row.ts'
import type { PictureFinder } from '../picture-finder.ts'
import type { Place, Problems } from '../problems.ts'

/** Numbers of written rows of one entity. */
export type WrittenContent = { added: number; changed: number; unchanged: number; merged: number }

/** Finds the place in the files of the row that changes a stored one. */
export type PlaceOf = (id: number) => Place | undefined

type Options = {
  pictures: PictureFinder
  problems: Problems
  notices: Problems
  differences: Problems
  signal: AbortSignal
  onProgress: (rows: number) => void
}

const chunkSize = 100

/**
 * Writes rows of content chunk by chunk, invisible until the import is committed: new rows hidden, changes staged.
 * After the first problem nothing more is written and the rest is only checked; the import must then be discarded.
 */
export async function writeContent(
  connection: DatabaseConnection,
  run: ImportRun,
  entity: ContentEntity,
  rows: AsyncIterable<ContentRow>,
  options: Options,
): Promise<{ written: WrittenContent; placeOf: PlaceOf }> {
  const written: WrittenContent = { added: 0, changed: 0, unchanged: 0, merged: 0 }
  const pace = createAdaptiveBatcher(connection)
  const planner = new ContentPlanner(run, entity, options)
  for await (const chunk of chunks(rows)) {
    options.signal.throwIfAborted()
    // Before the transaction, so that pictures do not prolong its locks.
    for (const row of chunk) {
      for (const [, name] of picturesNamed(entity, row)) await options.pictures.store(name)
    }
    const plan = await connection.db.transaction((tx) => planner.plan(tx, chunk))
    if (options.problems.count > 0) continue
    for (const rest = plan.added; rest.length > 0;) {
      const some = rest.splice(0, pace.rows())
      await pace.run((tx) => insertHiddenContent(tx, run, entity, some))
      written.added += some.length
    }
    for (const rest = plan.changed; rest.length > 0;) {
      const some = rest.splice(0, pace.rows())
      await pace.run((tx) => stageContentChanges(tx, entity, some))
      written.changed += some.length
    }
    written.unchanged += plan.unchanged
    written.merged += plan.merged
    options.onProgress(written.added + written.changed + written.unchanged + written.merged)
  }
  return { written, placeOf: (id) => planner.placeOf(id) }
}

async function* chunks(rows: AsyncIterable<ContentRow>): AsyncGenerator<ContentRow[]> {
  let chunk: ContentRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
