import type { Random } from './random.ts'

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
