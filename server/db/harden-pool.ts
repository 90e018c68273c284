import type { Pool, PoolClient } from 'pg'
import type { DatabaseLog } from './log.ts'

const graceMs = 2000

/**
 * Hardens a pool against the loss of its server. A client that loses it emits `error`, idle or not, which would end the
 * process without a listener; and Drizzle never releases a client that is lost while a transaction begins, which would
 * block a pool of one for ever.
 */
export function hardenPool(pool: Pool, log: DatabaseLog): void {
  const report = (error: Error): void => log('warn', 'database connection lost', { reason: error.message })
  const checkedOut = new Set<PoolClient>()
  const reclaim = (client: PoolClient): void => {
    if (!checkedOut.has(client)) return
    const release = client.release.bind(client)
    client.release = () => undefined // for a caller who releases it after all
    release(true)
  }

  pool.on('error', report)
  pool.on('acquire', (client) => checkedOut.add(client))
  pool.on('release', (_error, client) => checkedOut.delete(client))
  pool.on('connect', (client) => {
    client.on('error', report)
    client.on('end', () => setTimeout(reclaim, graceMs, client).unref())
  })
}
