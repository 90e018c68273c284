import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { renewSearchRows } from '#server/db/content/search-renewal.ts'
import { chinaDay } from '../china-time.ts'

/** So many rows are written in one transaction. */
const batchSize = 200

/** Takes facts whose life has ended out of the order, the filters and the counts of lists, in short transactions. */
export async function hideStaleFacts(connection: DatabaseConnection, now: Date): Promise<void> {
  for (let hidden = batchSize; hidden === batchSize;) {
    const done = await connection.db.transaction(async (tx) => {
      const count = await renewSearchRows(tx, chinaDay(now), batchSize)
      return { count, version: count === 0 ? undefined : await raiseContentVersion(tx) }
    })
    if (done.version !== undefined) await announceContent(connection, done.version)
    hidden = done.count
  }
}
