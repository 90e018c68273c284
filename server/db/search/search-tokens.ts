import { foldNumbers, runsOf } from './search-fold.ts'
import { syllablesOf } from './search-pinyin.ts'
import { splitHan, wordsIn } from './search-words.ts'

/** Longest window of initials in the index; longer queries are cut into windows of this length. */
export const initialsWindow = 4
/** Longest prefix of a latin word in the index besides the word itself. */
const longestPrefix = 12

function* prefixes(word: string, from = 1): Generator<string> {
  for (let length = from; length <= Math.min(word.length, longestPrefix); length += 1)
    yield word.slice(0, length)
  if (word.length > longestPrefix) yield word
}

/** Cartesian product of the choices, joined. */
function combinations(choices: readonly (readonly string[])[]): string[] {
  return choices.reduce<string[]>(
    (joined, options) => joined.flatMap((start) => options.map((end) => start + end)),
    [''],
  )
}

function addHan(tokens: Set<string>, run: string) {
  const characters = Array.from(run)
  characters.forEach((character, index) => {
    tokens.add(character)
    const next = characters[index + 1]
    if (next !== undefined) tokens.add(character + next)
  })
}

function addSounds(tokens: Set<string>, run: string) {
  const readings = syllablesOf(run)
  readings.forEach((options, index) => {
    for (const reading of options) {
      for (const prefix of prefixes(reading)) tokens.add(prefix)
      for (const next of readings[index + 1] ?? []) {
        for (const prefix of prefixes(reading + next, reading.length + 1)) tokens.add(prefix)
      }
    }
  })
}

/** Adds windows of initials; a letter inside a Chinese name is its own initial. */
function addInitials(tokens: Set<string>, joined: string) {
  const runs = runsOf(joined)
  if (!runs.some(({ script }) => script === 'han')) return
  const initials = runs.flatMap(({ script, text }) =>
    script === 'han'
      ? syllablesOf(text).map((options) => [...new Set(options.map((reading) => reading.slice(0, 1)))])
      : Array.from(text, (letter) => [letter]),
  )
  initials.forEach((_, index) => {
    for (let length = 2; length <= initialsWindow && index + length <= initials.length; length += 1) {
      for (const token of combinations(initials.slice(index, index + length))) tokens.add(token)
    }
  })
}

const hanDigits = Array.from('零一二三四五六七八九')
const spoken = (text: string) => text.replace(/\d/g, (digit) => hanDigits[Number(digit)] ?? digit)

/** Adds numbers in digits, alone and with the characters beside them. */
function addNumbers(tokens: Set<string>, joined: string) {
  const units = [...foldNumbers(joined).matchAll(/\d+|\D/gu)].map(([unit]) => unit)
  units.forEach((unit, index) => {
    if (!/^\d/.test(unit)) return
    for (const prefix of prefixes(unit)) tokens.add(prefix)
    tokens.add((units[index - 1] ?? '') + unit)
    tokens.add(unit + (units[index + 1] ?? ''))
  })
}

/** Adds parts of numbers written in digits: a part of a name may begin or end inside one. */
function addDigits(tokens: Set<string>, joined: string) {
  for (const [, before = '', digits = '', after = ''] of joined.matchAll(/(\D?)(\d{1,6})(?=(\D?))/gu)) {
    for (let at = 0; at < digits.length; at += 1) {
      for (const part of prefixes(digits.slice(at))) tokens.add(part)
      tokens.add(before + digits.slice(0, at + 1))
      tokens.add(digits.slice(at) + after)
    }
  }
}

/** Adds a known word, by characters and by pinyin. */
function addWord(tokens: Set<string>, word: string) {
  tokens.add(word)
  const sounds = syllablesOf(word).map(([first]) => first ?? '')
  tokens.add(sounds.join(''))
}

/** Adds the tokens of a name's spelling: characters, bigrams, numbers, pinyin, initials, Latin words. */
export function addNameTokens(tokens: Set<string>, folded: string): void {
  const joined = folded.replaceAll(' ', '')
  addNumbers(tokens, joined)
  addDigits(tokens, joined)
  addInitials(tokens, spoken(joined))
  const words: string[] = []
  for (const { script, text } of runsOf(spoken(joined))) if (script === 'han') addSounds(tokens, text)
  for (const { script, text } of runsOf(joined)) {
    if (script !== 'han') continue
    addHan(tokens, text)
    for (const word of wordsIn(text)) addWord(tokens, word)
  }
  for (const { script, text } of runsOf(folded)) {
    if (script !== 'letter') continue
    words.push(text)
    for (const prefix of prefixes(text)) tokens.add(prefix)
  }
  addAcronyms(tokens, words)
}

const smallWords = new Set(['of', 'and', 'the', 'in', 'at', 'for', 'de', 'la'])

/** Adds acronyms of an English name, with and without small words, and short neighbours as one word (a level, alevel). */
function addAcronyms(tokens: Set<string>, words: readonly string[]) {
  words.forEach((word, index) => {
    const next = words[index + 1]
    if (next !== undefined && (word.length < 3 || next.length < 3)) tokens.add(word + next)
  })
  if (words.length < 2) return
  for (const chosen of [words, words.filter((word) => !smallWords.has(word))]) {
    tokens.add(chosen.map((word) => word.slice(0, 1)).join(''))
  }
}

/**
 * Adds the tokens of a facet's spelling: its word, and its bigrams that are no words themselves. A spelling that joins
 * other words (国际小学) adds nothing: the query is split into the same words.
 */
export function addFacetTokens(tokens: Set<string>, folded: string): void {
  const words: string[] = []
  for (const { script, text } of runsOf(folded)) {
    if (script !== 'han') {
      words.push(text)
      tokens.add(text)
      continue
    }
    const [first, ...others] = splitHan(text)
    if (first === undefined || others.length > 0 || !('word' in first)) continue
    addWord(tokens, first.word)
    const pairs = Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
    for (const pair of pairs) if (wordsIn(pair).length === 0) tokens.add(pair)
  }
  if (words.length > 1) tokens.add(words.join(''))
}

/** Token of a city, in every row, which keeps a search inside its city. */
export function cityToken(cityCode: string): string {
  return `@${cityCode}`
}
