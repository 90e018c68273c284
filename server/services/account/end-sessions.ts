import { noteAccess, type Actor } from '#server/db/accounts/access-log.ts'
import { endSessionsOfPhone } from '#server/db/accounts/account-data.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'

type Needs = { db: Database; personal: Pick<PersonalData, 'blindIndex'> }

/** Who ends the sessions, and the command in the access log. */
type By = { actor: Actor; command: string; now: Date }

/** Ends every session of a phone's account, with a row of the access log that names no phone; gives their number. */
export function endSessionsOf(
  phone: string,
  { db, personal }: Needs,
  { actor, command, now }: By,
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await endSessionsOfPhone(tx, personal.blindIndex('phone', phone), now)
    await noteAccess(tx, { ...actor, command, rows })
    return rows
  })
}
