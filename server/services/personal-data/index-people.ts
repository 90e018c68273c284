import type { Database } from '#server/db/connect.ts'
import { clue, registration } from '#server/db/schema/index.ts'
import { indexUnindexed } from '#server/db/accounts/person-indexes.ts'
import { personHashes } from './person-index.ts'
import type { PersonalData } from './personal-data.ts'

/** Few enough that nobody waits for them. */
const batchRows = 50

/**
 * Computes the indexes by which leads and guests are found by name and phone where rows lack them, as those of an older version
 * do: in batches, so that a run that was interrupted is gone on with. Stops between batches once `signal` aborts.
 */
export async function indexPeople(db: Database, personal: PersonalData, signal: AbortSignal): Promise<void> {
  const hashesOf = (row: { nameCipher: string; phoneCipher: string | null }) => {
    try {
      const phone = row.phoneCipher === null ? undefined : personal.decrypt(row.phoneCipher)
      return personHashes(personal, { name: personal.decrypt(row.nameCipher), phone })
    } catch {
      // A row of another key, which nobody can read, does not keep the others from being found.
      return []
    }
  }
  for (const table of [clue, registration]) {
    let after: number | undefined = 0
    while (after !== undefined && !signal.aborted)
      after = await indexUnindexed(db, table, { hashesOf, after, limit: batchRows })
  }
}
