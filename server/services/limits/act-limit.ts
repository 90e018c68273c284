import { LRUCache } from 'lru-cache'
import { countActs, findWindowEnd, giveActsBack } from '#server/db/act-counts.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** What became of an act: `retryAfter` in seconds, 1 at least, until the window ends. */
export type Taken = { allowed: true; giveBack: () => Promise<void> } | { allowed: false; retryAfter: number }

/** Counts what each key does within a window of time, in the database: over all processes and restarts. */
export type ActLimit = {
  /**
   * Counts one act of a key, or `acts` of them, all or none. `giveBack` takes them back when they came to nothing; inside
   * `tx` a rollback does that, and others of the same key wait for its end.
   */
  take(key: string, more?: { acts?: number; tx?: Transaction }): Promise<Taken>
}

type Needs = { database: { db: Database }; personal: PersonalData; now: () => Date }

type Options = {
  /** The limit's own name: keys of two limits never meet. */
  name: string
  /** Acts that one key may do within a window. */
  limit: number
  windowMs: number
}

/** A refusal is told again from memory for so long, in ms: acts may be given back in another process. */
const rememberedMs = 5000
const rememberedKeys = 20_000

type Refusal = { acts: number; until: number; endsAt: number }

/**
 * A limit; a key's window begins with its first act and ends `windowMs` later. Keys are kept as HMAC. Who floods costs one
 * statement in five seconds: the refusals between are told from memory.
 */
export function createActLimit(
  { database: { db }, personal, now }: Needs,
  { name, limit, windowMs }: Options,
): ActLimit {
  const refusals = new LRUCache<string, Refusal>({ max: rememberedKeys })
  const refuse = (at: number, endsAt: number): Taken => ({
    allowed: false,
    retryAfter: Math.max(1, Math.ceil((endsAt - at) / 1000)),
  })
  return {
    async take(key, { acts = 1, tx } = {}) {
      const moment = now()
      const at = moment.getTime()
      const known = refusals.get(key)
      if (known !== undefined && known.until > at && known.endsAt > at && acts >= known.acts) {
        return refuse(at, known.endsAt)
      }
      const keyHash = personal.mark('limit', `${name} ${key}`)
      const counting = { keyHash, acts, limit, now: moment, endsAt: new Date(at + windowMs) }
      const endsAt = await countActs(tx ?? db, counting, { isAlone: tx === undefined })
      if (endsAt === undefined) {
        const end = (await findWindowEnd(tx ?? db, keyHash))?.getTime() ?? at + windowMs
        refusals.set(key, { acts, until: at + rememberedMs, endsAt: end })
        return refuse(at, end)
      }
      return {
        allowed: true,
        giveBack: async () => {
          refusals.delete(key)
          await giveActsBack(tx ?? db, { keyHash, acts, endsAt })
        },
      }
    },
  }
}
