import type { Database } from '#server/db/connect.ts'
import type { ImportRun } from '#server/db/import-run.ts'
import { createPace } from '#server/db/pace.ts'
import { findStoredSchools, insertHiddenSchools, stageChanges } from '#server/db/school-import.ts'
import { createBreather } from './breathe.ts'
import type { Problems } from './problems.ts'
import { StoredSchools } from './school-match.ts'
import type { SchoolPlan } from './school-plan.ts'
import { namesakeOf } from './school-row.ts'
import type { SchoolRow } from './school-row.ts'

/** A written school and the key of the one that took over from it. */
export type SuccessorLink = { id: number; isNew: boolean; key: string }
/** What has been written. */
export type Written = { added: number; changed: number; unchanged: number; links: SuccessorLink[] }

type Options = {
  decide: (row: SchoolRow, stored: StoredSchools) => SchoolPlan | undefined
  problems: Problems
  signal: AbortSignal
  onProgress: (schools: number) => void
}

/**
 * Writes schools beside what is shown, chunk by chunk: new ones hidden, changes noted. Once there is a problem nothing
 * more is written, the rest is only checked: the import must be discarded then.
 */
export async function writeSchools(
  db: Database,
  run: ImportRun,
  rows: AsyncIterable<SchoolRow>,
  { decide, problems, signal, onProgress }: Options,
): Promise<Written> {
  const pace = createPace()
  const breathe = createBreather()
  const written: Written = { added: 0, changed: 0, unchanged: 0, links: [] }

  const writeChunk = async (chunk: readonly SchoolRow[]): Promise<void> => {
    const keys = chunk.flatMap(({ facts }) => facts.key ?? [])
    const found = await db.transaction((tx) =>
      findStoredSchools(tx, run, { keys, namesakes: chunk.map(namesakeOf) }),
    )
    const stored = new StoredSchools(found)
    const plans: SchoolPlan[] = []
    for (const row of chunk) {
      const plan = decide(row, stored)
      if (plan !== undefined) plans.push(plan)
      await breathe()
    }
    if (problems.count > 0) return

    const added = plans.filter((plan) => plan.kind === 'new')
    const changed = plans.filter((plan) => plan.kind === 'change')
    if (changed.length > 0) {
      const changes = changed.map(({ change }) => change)
      await pace.turn(db, (tx) => stageChanges(tx, run, changes))
    }
    if (added.length > 0) {
      const schools = added.map(({ school }) => school)
      const ids = await pace.turn(db, (tx) => insertHiddenSchools(tx, run, schools))
      for (const [at, { successorKey: key }] of added.entries()) {
        const id = ids[at]
        if (id !== undefined && key !== undefined) written.links.push({ id, isNew: true, key })
      }
    }
    for (const { change, successorKey: key } of changed) {
      if (key !== undefined) written.links.push({ id: change.id, isNew: false, key })
    }
    written.added += added.length
    written.changed += changed.length
    written.unchanged += plans.length - added.length - changed.length
    onProgress(written.added + written.changed + written.unchanged)
  }

  let chunk: SchoolRow[] = []
  for await (const row of rows) {
    signal.throwIfAborted()
    chunk.push(row)
    if (chunk.length < pace.rows()) continue
    await writeChunk(chunk)
    chunk = []
  }
  if (chunk.length > 0) await writeChunk(chunk)
  return written
}
