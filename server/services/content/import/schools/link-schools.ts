import type { DatabaseConnection } from '#server/db/connect.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { createAdaptiveBatcher } from '#server/db/content/adaptive-batcher.ts'
import { linkSuccessors, stageChanges } from '#server/db/content/school-import.ts'
import type { SuccessorLink } from './write-schools.ts'

/** Sets successors that were stated by key, once every school has its id; those of visible schools are staged. */
export async function linkSchools(
  connection: DatabaseConnection,
  run: ImportRun,
  links: readonly SuccessorLink[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const pace = createAdaptiveBatcher(connection)
  const known = links.flatMap(({ id, isNew, key }) => {
    const successor = ids.get(key)
    return successor === undefined ? [] : [{ id, isNew, successor_id: successor }]
  })
  while (known.length > 0) {
    const some = known.splice(0, pace.rows())
    const hidden = some.filter(({ isNew }) => isNew)
    const changes = some
      .filter(({ isNew }) => !isNew)
      .map(({ id, successor_id }) => ({ id, facts: { successor_id } }))
    await pace.run(async (tx) => {
      await linkSuccessors(tx, hidden)
      await stageChanges(tx, run, changes)
    })
  }
}
