import type { Random } from '../pictures/random.ts'

/** Cards that are drawn once each; only when none is left (in sized runs) are they shuffled again. */
export class Deck<Card> {
  readonly #cards: readonly Card[]
  readonly #random: Random
  #left: Card[] = []
  #rounds = 0

  constructor(cards: readonly Card[], random: Random) {
    this.#cards = cards
    this.#random = random
  }

  /** The next card, or the next that fits; throws RangeError when no card fits at all. */
  draw(fits: (card: Card) => boolean = () => true): Card {
    for (let round = 0; round < 2; round += 1) {
      const at = this.#left.findIndex(fits)
      const card = this.#left[at]
      if (card !== undefined) {
        this.#left.splice(at, 1)
        return card
      }
      this.#left.push(...this.#random.shuffle(this.#cards))
      this.#rounds += 1
    }
    throw new RangeError('no card of the deck fits')
  }

  /** How often the cards were shuffled: more than once means that some were drawn twice. */
  get rounds(): number {
    return this.#rounds
  }
}
