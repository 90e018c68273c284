import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { deletion } from '../schema/index.ts'

/** One entry of the ledger: the blind index of a phone and when its person was deleted. */
export type Deletion = { phoneHash: string; deletedAt: Date }

const batchRows = 1000

/** All recorded deletions. */
export function readDeletions(client: PoolClient): Promise<Deletion[]> {
  return drizzle(client, { casing: 'snake_case' }).select().from(deletion)
}

/** Merges records of deletions from elsewhere; of two for one person the later one stays. */
export async function mergeDeletions(client: PoolClient, entries: readonly Deletion[]): Promise<void> {
  const latest = new Map<string, Deletion>()
  for (const entry of entries) {
    const known = latest.get(entry.phoneHash)
    if (known === undefined || known.deletedAt < entry.deletedAt) latest.set(entry.phoneHash, entry)
  }
  const merged = [...latest.values()]
  for (let at = 0; at < merged.length; at += batchRows) {
    await drizzle(client, { casing: 'snake_case' })
      .insert(deletion)
      .values(merged.slice(at, at + batchRows))
      .onConflictDoUpdate({
        target: deletion.phoneHash,
        set: { deletedAt: sql`greatest(${deletion.deletedAt}, excluded.deleted_at)` },
      })
  }
}
