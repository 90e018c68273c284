import type { Transaction } from '#server/db/connect.ts'
import { raiseContentVersion } from '#server/db/articles/content-version.ts'
import { applyContentChanges, lockChangedRows, refuseOverbooked } from '#server/db/content/content-import.ts'
import { notePublished } from '#server/db/content/import-history.ts'
import { commitRun, type ImportRun } from '#server/db/content/import-run.ts'
import { applyChanges } from '#server/db/content/school-import.ts'
import { giveFreeSeatsIn } from '../../open-days/give-free-seats.ts'
import type { ContentEntity } from './content/content-entities.ts'

type Applied = {
  /** Whose changes are staged, besides those of schools. */
  entities: readonly ContentEntity[]
  sums: readonly object[]
  /** Runs when the rows have changed, before visitors' queries find those that are new. */
  onApplied?: (() => Promise<void>) | undefined
}

/**
 * Makes what was written for a run the content of the site, in the transaction that commits it: applies staged changes, shows
 * hidden rows, gives free seats of open days to their waiting lists. Files, edits on pages, undos and merges of schools end
 * with it. The caller holds the import lock. Resolves with the content's new version, to be announced after the commit.
 * @throws StaleRowsError when others changed a row since its change was staged
 */
export async function applyRun(
  tx: Transaction,
  run: ImportRun,
  { entities, sums, onApplied }: Applied,
): Promise<number> {
  await applyChanges(tx, run)
  for (const entity of entities) {
    if (entity.fields.some(({ counted }) => counted === true)) await lockChangedRows(tx, entity)
    if (entity.table === 'open_day') await refuseOverbooked(tx)
    await applyContentChanges(tx, entity)
  }
  await notePublished(tx, run, sums)
  await onApplied?.()
  await commitRun(tx, run)
  await giveFreeSeatsIn(tx, { now: new Date(), sms: new Set() })
  return raiseContentVersion(tx)
}
