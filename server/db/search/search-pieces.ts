import { spelledOut } from './search-abbreviations.ts'
import { foldNumbers, runsOf } from './search-fold.ts'
import { syllablesOf } from './search-pinyin.ts'
import { schoolWords } from './search-slips.ts'
import { readAsSyllables, readBeginning } from './search-syllables.ts'
import { initialsWindow } from './search-tokens.ts'
import { emptyTokens, splitHan, splitSounds } from './search-words.ts'

/** A piece of a query: alternatives, each a set of tokens; the pinyin of Han characters, or letters as typed. */
export type Piece = {
  exact: string[][]
  relaxed: string[][]
  syllables?: string[]
  letters?: string
  /** Beginnings of names that it abbreviates. */
  meant?: string[]
}

/** What schools offer and ask for: in no name, and so typed for nothing that sounds like it. */
const offers: ReadonlySet<string> = new Set(
  '校车 班车 食堂 餐费 伙食费 宿舍 住宿费 校服 学费 收费 面试 插班 师资 外教'.split(' '),
)

const mostSets = 12
const mostLetters = 40

const pairs = (units: readonly string[]) =>
  units.length === 1 ? [...units] : units.slice(1).map((unit, index) => (units[index] ?? '') + unit)

function windows(letters: string): string[] {
  if (letters.length <= initialsWindow) return [letters]
  return Array.from({ length: letters.length - initialsWindow + 1 }, (_, at) =>
    letters.slice(at, at + initialsWindow),
  )
}

/** Cartesian product of the pieces' alternatives, each combination as one set. */
export function crossed(choices: readonly string[][][]): string[][] {
  const sets = choices.reduce<string[][]>(
    (joined, options) =>
      joined.flatMap((set) => options.map((option) => [...set, ...option])).slice(0, mostSets),
    [[]],
  )
  const narrowing = sets.map((set) => [...new Set(set)].filter((token) => !emptyTokens.has(token)))
  return [...new Map(narrowing.map((set) => [set.toSorted().join(' '), set])).values()]
}

/** Piece of characters and numbers between known words. A number at the end may be incomplete. */
function textPiece(text: string, isLast: boolean): Piece {
  const units = [...foldNumbers(text).matchAll(/\d+|\D/gu)].map(([unit]) => unit)
  const last = units.at(-1)
  const open = isLast && units.length > 1 && last !== undefined && /^\d/.test(last)
  const numbered = open ? [...pairs(units.slice(0, -1)), last] : pairs(units)
  const written = runsOf(text).flatMap((run) =>
    run.script === 'han' ? pairs(Array.from(run.text)) : [run.text],
  )
  const meant = spelledOut(text)
  const exact = [
    numbered,
    ...(foldNumbers(text) === text ? [] : [written]),
    ...meant.map((name) => pairs(Array.from(name))),
  ]
  if (offers.has(text)) return { exact, relaxed: exact }
  const characters = Array.from(text)
  const short = characters.length > 1 && characters.length <= 6 && /^\p{Script=Han}+$/u.test(text)
  const sounds = syllablesOf(text).map(([first]) => first)
  const syllables = sounds.filter((sound) => sound !== undefined)
  return {
    exact,
    relaxed: short ? [...exact, characters] : exact,
    ...(meant.length === 0 ? {} : { meant }),
    ...(sounds.length > 1 && syllables.length === sounds.length ? { syllables } : {}),
  }
}

/** Tokens of pinyin syllables: known words, and pairs of the syllables between them. */
export function soundSet(syllables: readonly string[]): string[] {
  return splitSounds(syllables).flatMap((stretch) =>
    'word' in stretch ? [stretch.word] : pairs(stretch.between),
  )
}

/** Piece of letters: an English word or its prefix, initials, or pinyin. A word of many names is nothing else, and no slip. */
export function letterPiece(letters: string): Piece {
  const word = letters.slice(0, mostLetters)
  if (schoolWords.has(word)) return { exact: [[word]], relaxed: [[word]] }
  const readings = readAsSyllables(word).map(soundSet)
  const exact = [[word], ...(readings.length === 0 ? [windows(word)] : readings)]
  const halves = Array.from({ length: Math.max(0, Math.min(word.length, 8) - 3) }, (_, index) => [
    ...windows(word.slice(0, index + 2)),
    ...windows(word.slice(index + 2)),
  ])
  // Halves that are one token, such as xx, which are the initials of 学校, say nothing of a name.
  const telling = halves.filter((tokens) => new Set(tokens).size > 1)
  const mixed = readBeginning(word).map(({ syllables, rest }) => [...soundSet(syllables), ...windows(rest)])
  return {
    exact,
    relaxed: [...exact, ...mixed, ...(readings.length === 0 && word.length <= 8 ? telling : [])],
    letters: word,
  }
}

/** Pieces of a part of the query between spaces. */
export function piecesOf(part: string, isLast: boolean): Piece[] {
  const pieces: Piece[] = []
  let between = ''
  const close = (last: boolean) => {
    if (between !== '') pieces.push(textPiece(between, last))
    between = ''
  }
  for (const { script, text } of runsOf(part)) {
    if (script === 'digit') between += text
    else if (script === 'letter') {
      close(false)
      pieces.push(letterPiece(text))
    } else {
      for (const stretch of splitHan(text)) {
        if ('word' in stretch) {
          close(false)
          pieces.push({ exact: [[stretch.word]], relaxed: [[stretch.word]] })
        } else between += stretch.between.join('')
      }
    }
  }
  close(isLast)
  return pieces
}
