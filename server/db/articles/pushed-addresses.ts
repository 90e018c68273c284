import { inArray, sql } from 'drizzle-orm'
import { insertMany } from '../content/bulk-insert.ts'
import type { Database } from '../connect.ts'
import { pushedAddress } from '../schema/index.ts'

/** An address with the moment at which its content last changed, where the site knows one. */
export type ChangedAddress = { address: string; changedAt?: string }

/** Those addresses that were never pushed, or have changed since. One statement. */
export async function withoutPushed<Given extends ChangedAddress>(
  db: Database,
  given: readonly Given[],
): Promise<Given[]> {
  const { rows } = await db.execute<{ at: number }>(sql`
    select (given.ordinality - 1)::int as at
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as given (entry, ordinality)
    left join ${pushedAddress} on ${pushedAddress.address} = given.entry->>'address'
    where ${pushedAddress.address} is null
      or (given.entry->>'changedAt')::timestamptz > coalesce(${pushedAddress.changedAt}, '-infinity')
    order by 1`)
  return rows.flatMap(({ at }) => given[at] ?? [])
}

/** Records that addresses were pushed as they are now. */
export async function notePushed(db: Database, given: readonly ChangedAddress[], now: Date): Promise<void> {
  const addresses = given.map(({ address }) => address)
  await db.transaction(async (tx) => {
    await tx.delete(pushedAddress).where(inArray(pushedAddress.address, addresses))
    await insertMany(
      tx,
      pushedAddress,
      given.map(({ address, changedAt }) => ({
        address,
        changedAt: changedAt === undefined ? null : new Date(changedAt),
        pushedAt: now,
      })),
    )
  })
}
