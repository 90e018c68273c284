import type { Pool, PoolClient } from 'pg'
import type { DatabaseLog } from './log.ts'

const graceMs = 2000

/**
 * Makes a pool outlive the loss of its server. A client that loses it emits `error`, idle or not, which unheard would
 * end the process; and one that is lost while Drizzle begins a transaction is never given back by it, which would
 * block a pool of one for ever.
 */
export function hardenPool(pool: Pool, log: DatabaseLog): void {
  const report = (error: Error): void => log('warn', 'database connection lost', { reason: error.message })
  const checkedOut = new Set<PoolClient>()
  const reclaim = (client: PoolClient): void => {
    if (!checkedOut.has(client)) return
    const release = client.release.bind(client)
    client.release = () => undefined // for a borrower who comes back after all
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
