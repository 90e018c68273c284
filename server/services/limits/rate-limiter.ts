import type { BlockList } from 'node:net'
import { LRUCache } from 'lru-cache'
import { countActs, findWindowEnds, refundActs } from '#server/db/accounts/rate-limit-counts.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { networksOf } from './client-network.ts'

/** The result of consuming: allowed, or `retryAfter` in seconds, 1 at least, until the window ends. */
export type Consumption =
  { allowed: true; refund: () => Promise<void> } | { allowed: false; retryAfter: number }

type ConsumeOptions = { acts?: number; tx?: Transaction | undefined }

/** A fixed-window rate limiter in the database: shared by all processes, and kept over restarts. */
export type RateLimiter = {
  /**
   * Consumes one act of a key, or `acts` of them, all or none. `refund` returns them when they came to nothing; inside
   * `tx` a rollback does so, and others of the same key wait for its end.
   */
  consume(key: string, more?: ConsumeOptions): Promise<Consumption>
}

/** A rate limiter by client address: counts every network that the address belongs to. */
export type NetworkRateLimiter = {
  /**
   * Consumes acts of a client in all of its networks, or in none when one of them has no allowance left. `fallbackKey`:
   * the key to count instead where the address belongs to no network; without it there is no limit.
   */
  consume(
    address: string | undefined,
    more?: ConsumeOptions & { fallbackKey?: string | undefined },
  ): Promise<Consumption>
}

/** Dependencies of rate limiters, a part of the API's. */
export type RateLimiterNeeds = {
  database: { db: Database }
  personal: PersonalData
  now: () => Date
  /** Networks of event venues, whose many visitors share one address. */
  eventNetworks?: BlockList | undefined
  /** Called for each refused act, with the limit's name. */
  onRefused?: ((limit: string) => void) | undefined
}

type Options = {
  /** Name of the limit, which separates its keys from those of other limits. */
  name: string
  /** Acts per key, or client, and window. */
  limit: number
  windowMs: number
}

type NetworkOptions = Options & {
  /** Bound on the acts of any network, whatever its factor. */
  maxPerNetwork?: number
  /** Whether clients of an event have the usual allowance. */
  ignoreEventNetworks?: boolean
}

/** A key with its limit. */
type Counted = { key: string; limit: number }

/** How long a refusal is answered from memory, in ms; another process may have refunded acts since. */
const rememberedMs = 5000
const rememberedKeys = 20_000

type Refusal = { acts: number; until: number; endsAt: number }

/**
 * Creates a rate limiter; a key's window begins with its first act and lasts `windowMs`. Keys are stored as HMACs. A
 * flooding client costs one statement in five seconds, since refusals between are answered from memory.
 */
export function createRateLimiter(needs: RateLimiterNeeds, options: Options): RateLimiter {
  const takeAll = createCounter(needs, options)
  return { consume: (key, more) => takeAll([{ key, limit: options.limit }], more) }
}

/** Creates a rate limiter by client address; see `networksOf` for the networks and their factors. */
export function createNetworkRateLimiter(
  needs: RateLimiterNeeds,
  options: NetworkOptions,
): NetworkRateLimiter {
  const takeAll = createCounter(needs, options)
  const { limit, maxPerNetwork = Infinity, ignoreEventNetworks = false } = options
  return {
    async consume(address, { fallbackKey, ...more } = {}) {
      const networks = networksOf(address, ignoreEventNetworks ? undefined : needs.eventNetworks)
      const keys = networks.map(({ key, allowanceFactor }) => ({
        key,
        limit: Math.min(limit * allowanceFactor, maxPerNetwork),
      }))
      if (keys.length === 0 && fallbackKey !== undefined) keys.push({ key: fallbackKey, limit })
      return keys.length === 0 ? { allowed: true, refund: async () => undefined } : takeAll(keys, more)
    },
  }
}

/** Creates a counter that consumes several keys at once, all or none. */
function createCounter(
  { database: { db }, personal, now, onRefused }: RateLimiterNeeds,
  { name, windowMs }: Options,
): (keys: readonly Counted[], more?: ConsumeOptions) => Promise<Consumption> {
  const refusals = new LRUCache<string, Refusal>({ max: rememberedKeys })
  const refuse = (at: number, endsAt: number): Consumption => {
    onRefused?.(name)
    return { allowed: false, retryAfter: Math.max(1, Math.ceil((endsAt - at) / 1000)) }
  }
  return async (keys, { acts = 1, tx } = {}) => {
    const moment = now()
    const at = moment.getTime()
    const known = keys
      .map(({ key }) => refusals.get(key))
      .filter((one) => one !== undefined && one.until > at && one.endsAt > at && acts >= one.acts)
    if (known.length > 0) return refuse(at, Math.max(...known.map((one) => one?.endsAt ?? at)))
    const hashed = keys.map(({ key, limit }) => ({
      key,
      keyHash: personal.blindIndex('limit', `${name} ${key}`),
      limit,
    }))
    const counting = { keys: hashed, acts, now: moment, endsAt: new Date(at + windowMs) }
    const counted = await countActs(tx ?? db, counting, { isAlone: tx === undefined })
    const refund = () => refundActs(tx ?? db, { counted, acts })
    const full = hashed.filter(({ keyHash }) => counted.every((one) => one.keyHash !== keyHash))
    if (full.length === 0) {
      return {
        allowed: true,
        refund: async () => {
          for (const { key } of keys) refusals.delete(key)
          await refund()
        },
      }
    }
    await refund()
    const ends = await findWindowEnds(
      tx ?? db,
      full.map(({ keyHash }) => keyHash),
    )
    const ending = full.map(({ key, keyHash }) => {
      const endsAt = ends.get(keyHash)?.getTime() ?? at + windowMs
      refusals.set(key, { acts, until: at + rememberedMs, endsAt })
      return endsAt
    })
    return refuse(at, Math.max(...ending))
  }
}
