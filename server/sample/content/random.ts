/** A stream of repeatable numbers: the same seed gives the same stream on every platform. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A number between the two. */
  float(from: number, to: number): number
  /** A whole number between the two, both included. */
  int(from: number, to: number): number
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean
  /** One member; throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T
  /** A new list in another order. */
  shuffle<T>(list: readonly T[]): T[]
}

/** A 32-bit hash of a text (FNV-1a with a final mix), so that near seeds give far apart streams. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The stream that belongs to a seed (mulberry32). */
export function createRandom(seed: string): Random {
  let state = hashText(seed)

  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  function int(from: number, to: number) {
    return from + Math.floor(next() * (to - from + 1))
  }

  return {
    next,
    int,
    float: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick(list) {
      const item = list[int(0, list.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    shuffle(list) {
      return list
        .map((item) => ({ item, key: next() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ item }) => item)
    },
  }
}

/** Cards that are drawn once each; those that fit are shuffled in again only when none of them is left. */
export class Deck<Card> {
  readonly #cards: readonly Card[]
  readonly #random: Random
  #left: Card[]

  constructor(cards: readonly Card[], random: Random) {
    this.#cards = cards
    this.#random = random
    this.#left = random.shuffle(cards)
  }

  /** The next card that fits and was not drawn before, if there is one. */
  drawFresh(fits: (card: Card) => boolean): Card | undefined {
    const at = this.#left.findIndex(fits)
    return at === -1 ? undefined : this.#left.splice(at, 1)[0]
  }

  /** The next card that fits, drawn before or not. Throws RangeError when no card fits at all. */
  draw(fits: (card: Card) => boolean): Card {
    const fresh = this.drawFresh(fits)
    if (fresh !== undefined) return fresh
    this.#left.push(...this.#random.shuffle(this.#cards.filter(fits)))
    const again = this.drawFresh(fits)
    if (again === undefined) throw new RangeError('no card of the deck fits')
    return again
  }
}
