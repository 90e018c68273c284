/** A network that a client belongs to, and its allowance as a multiple of one client's. */
export type ClientNetwork = { key: string; allowanceFactor: number }

/**
 * The networks that a client belongs to, narrowest first (services/limits/client-network.ts). Empty for clients that
 * nothing limits.
 */
export type ClientNetworks = readonly ClientNetwork[]

/** What clients have at the same time of a bounded whole. */
export type ClientShares = {
  /** Counts one more for a client in all of its networks; undefined when one of them has its share. */
  acquire: (client: ClientNetworks) => (() => void) | undefined
}

/**
 * Makes the shares: one client has `perClient` at most, a wider network its multiple, but no more than half of the
 * `total`, so that whoever has many addresses in one network leaves room to others.
 */
export function createClientShares({ perClient, total }: { perClient: number; total: number }): ClientShares {
  const counts = new Map<string, number>()
  const widest = Math.max(perClient, Math.floor(total / 2))
  const change = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    acquire(client) {
      const isFull = client.some(
        ({ key, allowanceFactor }) => (counts.get(key) ?? 0) >= Math.min(perClient * allowanceFactor, widest),
      )
      if (isFull) return undefined
      for (const { key } of client) change(key, 1)
      return () => {
        for (const { key } of client) change(key, -1)
      }
    },
  }
}
