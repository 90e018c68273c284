import type { BlockList } from 'node:net'
import { LRUCache } from 'lru-cache'
import { countActs, findWindowEnds, refundActs } from '#server/db/accounts/rate-limit-counts.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { networksOf } from './client-network.ts'

/** What became of an act: `retryAfter` in seconds, 1 at least, until the window ends. */
export type Consumption =
  { allowed: true; refund: () => Promise<void> } | { allowed: false; retryAfter: number }

type ConsumeOptions = { acts?: number; tx?: Transaction | undefined }

/** Counts what each key does within a window of time, in the database: over all processes and restarts. */
export type RateLimiter = {
  /**
   * Counts one act of a key, or `acts` of them, all or none. `refund` takes them back when they came to nothing; inside
   * `tx` a rollback does that, and others of the same key wait for its end.
   */
  consume(key: string, more?: ConsumeOptions): Promise<Consumption>
}

/** Counts what the clients of a network do: an ActLimit over every network that a client's address belongs to. */
export type NetworkRateLimiter = {
  /**
   * Counts acts of a client in all of its networks, or in none when one of them has used up its allowance. `fallbackKey`:
   * the key that counts instead where the address belongs to no network; without one there is no limit.
   */
  consume(
    address: string | undefined,
    more?: ConsumeOptions & { fallbackKey?: string | undefined },
  ): Promise<Consumption>
}

/** What limits are kept in; the API's dependencies have it all. */
export type RateLimiterNeeds = {
  database: { db: Database }
  personal: PersonalData
  now: () => Date
  /** Networks of halls, whose many visitors come from one address. */
  eventNetworks?: BlockList | undefined
  /** Hears of each act that a limit refused, by the limit's name. */
  onRefused?: ((limit: string) => void) | undefined
}

type Options = {
  /** The limit's own name: keys of two limits never meet. */
  name: string
  /** Acts that one key, or one client, may do within a window. */
  limit: number
  windowMs: number
}

type NetworkOptions = Options & {
  /** Acts that no network may exceed, however many clients it has. */
  maxPerNetwork?: number
  /** True: clients of an event have no larger allowance than others. */
  ignoreEventNetworks?: boolean
}

/** A key with its own limit. */
type Counted = { key: string; limit: number }

/** A refusal is told again from memory for so long, in ms: acts may be given back in another process. */
const rememberedMs = 5000
const rememberedKeys = 20_000

type Refusal = { acts: number; until: number; endsAt: number }

/**
 * A limit; a key's window begins with its first act and ends `windowMs` later. Keys are kept as HMAC. Who floods costs one
 * statement in five seconds: the refusals between are told from memory.
 */
export function createRateLimiter(needs: RateLimiterNeeds, options: Options): RateLimiter {
  const takeAll = createCounter(needs, options)
  return { consume: (key, more) => takeAll([{ key, limit: options.limit }], more) }
}

/** A limit by client address; see `networksOf` for what counts, and how much each network may do. */
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

/** Counts acts of several keys at once, all or none. */
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
