import { noteAccess } from '#server/db/accounts/access-log.ts'
import { endSessionsOfPhone } from '#server/db/accounts/account-data.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'

type Needs = { db: Database; personal: Pick<PersonalData, 'blindIndex'> }

type By = { staff: { id: number; name: string }; now: Date }

/** Ends every session of a phone's account, with a row of the access log that names no phone; gives their number. */
export function endSessionsOf(phone: string, { db, personal }: Needs, { staff, now }: By): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await endSessionsOfPhone(tx, personal.blindIndex('phone', phone), now)
    await noteAccess(tx, { staff, command: 'staff visitor-sessions end', rows })
    return rows
  })
}
