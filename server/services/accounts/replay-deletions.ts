import { closeAccount, findUndone, lockAccountOf } from '#server/db/accounts/account-data.ts'
import { forgetPerson } from '#server/db/accounts/forget-person.ts'
import type { Database } from '#server/db/connect.ts'

const batchRows = 500

/**
 * Deletes again the people of the deletion ledger who are present, as after a restored backup. Rows stored after the
 * deletion are the person's new ones and stay.
 */
export async function replayDeletions(db: Database, now: Date): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const ledger: { phoneHash: string; deletedAt: Date }[] = await findUndone(db, after, batchRows)
    for (const { phoneHash, deletedAt } of ledger) {
      await db.transaction(async (tx) => {
        const visitorId = await lockAccountOf(tx, phoneHash, deletedAt)
        await forgetPerson(tx, { visitorId, phoneHash, until: deletedAt }, { now, sms: new Set() })
        if (visitorId !== undefined) await closeAccount(tx, visitorId, now)
      })
    }
    after = ledger.length < batchRows ? undefined : ledger.at(-1)?.phoneHash
  }
}
