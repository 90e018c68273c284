import { closeAccount, lockAccount, noteDeletion } from '#server/db/accounts/account-data.ts'
import { forgetPerson } from '#server/db/accounts/forget-person.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { SeatGiving } from '#server/db/leads/waiting-list.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { redeemCode, type VerifiedCode } from '#server/services/accounts/verify-code.ts'

/**
 * Deletes an account: redeems the verified code, closes the account and anonymises its data, in one transaction. The
 * phone's blind index goes into the deletion ledger, by which a restored backup is cleaned. False: the code was
 * redeemed before.
 */
export async function deleteAccount(
  database: DatabaseConnection,
  { visitorId, code, giving }: { visitorId: number; code: VerifiedCode; giving: SeatGiving },
): Promise<boolean> {
  const { now } = giving
  const deleted = await database.db.transaction(async (tx) => {
    const account = await lockAccount(tx, visitorId)
    if (account === undefined || !(await redeemCode(tx, code, now))) return undefined
    const phoneHash = account.phoneHash ?? undefined
    const opensDay = await forgetPerson(tx, { visitorId, phoneHash }, giving)
    await closeAccount(tx, visitorId, now)
    if (phoneHash !== undefined) await noteDeletion(tx, phoneHash, now)
    return { version: opensDay ? await raiseContentVersion(tx) : undefined }
  })
  if (deleted?.version !== undefined) await announceContent(database, deleted.version)
  return deleted !== undefined
}
