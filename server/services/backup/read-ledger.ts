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
const bookRow = z.object({
  id: z.int(),
  created_at: z.string(),
  access_hash: z.string(),
  access_cipher: z.string().nullable(),
  school_ids: z.array(z.int()),
})
const memberRow = z.object({ id: z.int(), created_at: z.string(), closed_at: z.string().nullable() })
const recoveryCodeRow = z.object({ code_hash: z.string(), used_at: z.string().nullable() })
const keyRow = z.object({ changed_at: moment })

/** Endings up to the moment that a backup was made at. */
export type Ledger = { madeAt: string; deletions: Deletion[]; endings: Endings }

/**
 * Reads the endings from a newer backup: deleted people, withdrawn consents, cancelled requests, replaced and deleted books, ended members of the
 * staff. Rejects with `BackupError` for a backup that is not newer.
 */
export async function readLedger(folder: string, than: Manifest): Promise<Ledger> {
  const { madeAt, tables } = await readManifest(folder)
  if (new Date(madeAt) <= new Date(than.madeAt)) {
    throw new BackupError(`--deletions 的备份（${madeAt}）不比要恢复的（${than.madeAt}）更新`)
  }
  const deletions: Deletion[] = []
  for await (const row of readTable(folder, 'deletion')) {
    const { phone_hash: phoneHash, deleted_at: deletedAt } = deletionRow.parse(JSON.parse(row))
    deletions.push({ phoneHash, deletedAt })
  }
  const endings: Endings = { consents: [], requests: [], books: [], members: [], recoveryCodes: [] }
  for await (const row of readTable(folder, 'consent')) {
    const { id, given_at: givenAt, withdrawn_at: withdrawnAt } = consentRow.parse(JSON.parse(row))
    if (withdrawnAt !== null) endings.consents.push({ id, givenAt, withdrawnAt })
  }
  for await (const row of readTable(folder, 'clue')) {
    const { reference, state, cancelled_at: cancelledAt } = requestRow.parse(JSON.parse(row))
    if (state === 'cancelled' || state === 'withdrawn')
      endings.requests.push({ reference, state, cancelledAt })
  }
  // A backup of an earlier version has no books, or no staff.
  const has = (table: string) => tables.some(({ name }) => name === table)
  if (has('decision_book')) {
    for await (const row of readTable(folder, 'decision_book')) {
      const book = bookRow.parse(JSON.parse(row))
      const { id, created_at: createdAt, access_hash: accessHash, school_ids: schoolIds } = book
      if (book.access_cipher === null) endings.books.push({ id, createdAt, accessHash, schoolIds })
    }
  }
  if (!has('staff_member')) return { madeAt, deletions, endings }
  for await (const row of readTable(folder, 'staff_member')) {
    const { id, created_at: createdAt, closed_at: closedAt } = memberRow.parse(JSON.parse(row))
    if (closedAt !== null) endings.members.push({ id, createdAt, closedAt })
  }
  for await (const row of readTable(folder, 'staff_recovery_code')) {
    const { code_hash: codeHash, used_at: usedAt } = recoveryCodeRow.parse(JSON.parse(row))
    if (usedAt !== null) endings.recoveryCodes.push({ codeHash, usedAt })
  }
  return { madeAt, deletions, endings }
}

/** Time of the last key change of a backup's database; undefined when the backup records none. */
export async function readKeyChange(folder: string): Promise<Date | undefined> {
  for await (const row of readTable(folder, 'data_key')) return keyRow.parse(JSON.parse(row)).changed_at
  return undefined
}
