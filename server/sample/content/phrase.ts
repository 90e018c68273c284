import type { Random } from './random.ts'

/** Values of the slots of a phrase, such as `[district]`. */
export type Words = Readonly<Record<string, string>>

const choice = /\{([^{}]*)\}/u
const slot = /\[([a-zA-Z]+)\]/gu

/**
 * Expands a phrase: `{a|b}` becomes one of its parts, `[word]` the value of a slot, and Chinese text gets a space on
 * either side of Latin words and numbers. Throws for a slot without a value.
 */
export function expand(phrase: string, words: Words, random: Random): string {
  let text = phrase
  for (let found = choice.exec(text); found !== null; found = choice.exec(text)) {
    const part = random.pick((found[1] ?? '').split('|'))
    text = text.slice(0, found.index) + part + text.slice(found.index + found[0].length)
  }
  const filled = text.replaceAll(slot, (_whole, name: string) => {
    const value = words[name]
    if (value === undefined) throw new Error(`no word for the slot [${name}] in: ${phrase}`)
    return value
  })
  return spaced(filled)
}

/** Chinese text with a space between Han characters and Latin words or numbers. */
export function spaced(text: string): string {
  return text
    .replaceAll(/(\p{Script=Han})([A-Za-z0-9])/gu, '$1 $2')
    .replaceAll(/([A-Za-z0-9%+])(\p{Script=Han})/gu, '$1 $2')
}

/** The first sentences of a text, as few as make about a line and a half. */
export function openingOf(text: string): string {
  const sentences = text.match(/[^。！？]+[。！？]+[”』」）]?/gu) ?? [text]
  let opening = ''
  for (const sentence of sentences) {
    if (opening.length >= 24) break
    opening += sentence
  }
  return opening
}
