import { insertWrongCode, nthLastWrongCode } from '#server/db/codes.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { networkOf } from './network.ts'

const hourMs = 3_600_000
/** Wrong codes that one address may send in an hour. */
const maxWrong = 30

type Needs = { database: { db: Database }; personal: PersonalData }

/** Seconds until an address may try codes again; undefined while it may. An unknown address always may. */
export async function wrongCodesWait(
  { database, personal }: Needs,
  address: string | undefined,
  now: Date,
): Promise<number | undefined> {
  if (address === undefined) return undefined
  const hash = personal.mark('address', networkOf(address))
  const oldest = await nthLastWrongCode(database.db, hash, maxWrong, new Date(now.getTime() - hourMs))
  if (oldest === undefined) return undefined
  return Math.max(1, Math.ceil((oldest.getTime() + hourMs - now.getTime()) / 1000))
}

/** Notes that an address sent a wrong code. */
export async function noteWrongCode(
  { database, personal }: Needs,
  address: string | undefined,
  now: Date,
): Promise<void> {
  if (address === undefined) return
  await insertWrongCode(database.db, personal.mark('address', networkOf(address)), now)
}
