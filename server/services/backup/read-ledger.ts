import { z } from 'zod'
import type { Deletion } from '#server/db/accounts/deletions.ts'
import type { Endings } from '#server/db/leads/restored-endings.ts'
import { BackupError, readManifest, readTable, type Manifest } from './backup-files.ts'

const moment = z.coerce.date()
const deletionRow = z.object({ phone_hash: z.string(), deleted_at: moment })
const consentRow = z.object({ id: z.int(), given_at: z.string(), withdrawn_at: z.string().nullable() })
const requestRow = z.object({
  reference: z.string(),
  state: z.string(),
  cancelled_at: z.string().nullable(),
})
const keyRow = z.object({ changed_at: moment })

/**
 * Reads the endings from a newer backup: deleted people, withdrawn consents, cancelled requests. Rejects with
 * `BackupError` for a backup that is not newer.
 */
export async function readLedger(
  folder: string,
  than: Manifest,
): Promise<{ deletions: Deletion[]; endings: Endings }> {
  const { madeAt } = await readManifest(folder)
  if (new Date(madeAt) <= new Date(than.madeAt)) {
    throw new BackupError(`--deletions 的备份（${madeAt}）不比要恢复的（${than.madeAt}）更新`)
  }
  const deletions: Deletion[] = []
  for await (const row of readTable(folder, 'deletion')) {
    const { phone_hash: phoneHash, deleted_at: deletedAt } = deletionRow.parse(JSON.parse(row))
    deletions.push({ phoneHash, deletedAt })
  }
  const endings: Endings = { consents: [], requests: [] }
  for await (const row of readTable(folder, 'consent')) {
    const { id, given_at: givenAt, withdrawn_at: withdrawnAt } = consentRow.parse(JSON.parse(row))
    if (withdrawnAt !== null) endings.consents.push({ id, givenAt, withdrawnAt })
  }
  for await (const row of readTable(folder, 'clue')) {
    const { reference, state, cancelled_at: cancelledAt } = requestRow.parse(JSON.parse(row))
    if (state === 'cancelled' || state === 'withdrawn')
      endings.requests.push({ reference, state, cancelledAt })
  }
  return { deletions, endings }
}

/** Time of the last key change of a backup's database; undefined when the backup records none. */
export async function readKeyChange(folder: string): Promise<Date | undefined> {
  for await (const row of readTable(folder, 'data_key')) return keyRow.parse(JSON.parse(row)).changed_at
  return undefined
}
