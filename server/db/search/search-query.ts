import { comparable, fold, foldNumbers, runsOf } from './search-fold.ts'
import { syllablesOf } from './search-pinyin.ts'
import { schoolWordsNear, withOneSlip, withUsualSlip } from './search-slips.ts'
import { areWholeSyllables, readAsSyllables, readBeginning, syllablesLike } from './search-syllables.ts'
import { initialsWindow } from './search-tokens.ts'
import { emptyTokens, splitHan, splitSounds } from './search-words.ts'

/** Tokens that a school has: all of the first, and where others are named, one of them at least. */
export type TokenSet = { all: readonly string[]; any?: readonly string[] }

/** One way to understand a query: a school matches when it fits one of the sets; an empty set fits every school. */
export type SearchStep = {
  sets: TokenSet[]
  /** Pinyin or Latin spellings that were not typed; a name that begins with one, or holds one, is nearer. */
  spellings: string[]
}

/** A parsed search query. */
export type SearchQuery = {
  /** The query's comparison form, for the relevance rank. */
  compared: string
  /** The query as typed. */
  exact: SearchStep
  /**
   * What is tried in turn when nothing matches as typed. First the relaxed query (szgj for 深圳…国际, 深外 for 深圳外国语),
   * the same sounds (听兰 for 听澜) and one slip of the keyboard (tingln); then similar sounds (旋歌 for 弦歌) and one slip in a
   * word (Harow for Harrow).
   */
  fallbacks: SearchStep[]
}

/** A piece of a query: alternatives, each a set of tokens; the pinyin of Han characters, or letters as typed. */
type Piece = { exact: string[][]; relaxed: string[][]; syllables?: string[]; letters?: string }

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
function crossed(choices: readonly string[][][]): string[][] {
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
  const exact = foldNumbers(text) === text ? [numbered] : [numbered, written]
  const characters = Array.from(text)
  const short = characters.length > 1 && characters.length <= 6 && /^\p{Script=Han}+$/u.test(text)
  const sounds = syllablesOf(text).map(([first]) => first)
  const syllables = sounds.filter((sound) => sound !== undefined)
  return {
    exact,
    relaxed: short ? [...exact, characters] : exact,
    ...(sounds.length > 1 && syllables.length === sounds.length ? { syllables } : {}),
  }
}

function soundSet(syllables: readonly string[]): string[] {
  return splitSounds(syllables).flatMap((stretch) =>
    'word' in stretch ? [stretch.word] : pairs(stretch.between),
  )
}

/** Piece of letters: an English word or its prefix, initials, or pinyin. */
function letterPiece(letters: string): Piece {
  const word = letters.slice(0, mostLetters)
  const readings = readAsSyllables(word).map(soundSet)
  const exact = [[word], ...(readings.length === 0 ? [windows(word)] : readings)]
  const halves = Array.from({ length: Math.max(0, Math.min(word.length, 8) - 3) }, (_, index) => [
    ...windows(word.slice(0, index + 2)),
    ...windows(word.slice(index + 2)),
  ])
  const mixed = readBeginning(word).map(({ syllables, rest }) => [...soundSet(syllables), ...windows(rest)])
  return {
    exact,
    relaxed: [...exact, ...mixed, ...(readings.length === 0 && word.length <= 8 ? halves : [])],
    letters: word,
  }
}

/** Pieces of a part of the query between spaces. */
function piecesOf(part: string, isLast: boolean): Piece[] {
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

/** Sets in which one piece is replaced and every other one is as typed. */
function replacing(pieces: readonly Piece[], at: number, sets: readonly TokenSet[]): TokenSet[] {
  const others = crossed(pieces.filter((_, index) => index !== at).map((piece) => piece.exact))
  return others.flatMap((typed) => sets.map((set) => ({ ...set, all: [...typed, ...set.all] })))
}

/** The query with its Han characters by their sounds. */
function homophones(pieces: readonly Piece[]): SearchStep {
  const heard = pieces.flatMap(({ syllables }) => (syllables === undefined ? [] : [syllables.join('')]))
  if (heard.length === 0) return { sets: [], spellings: [] }
  const sets = crossed(
    pieces.map(({ exact, syllables }) => (syllables === undefined ? exact : [soundSet(syllables)])),
  )
  return { sets: sets.map((all) => ({ all })), spellings: heard }
}

const fewestLetters = 5
const mostSlipLetters = 24
/** With more spellings, ranking by them takes longer than it tells. */
const mostSpellings = 12

const canHaveSlip = (letters: string) => letters.length >= fewestLetters && letters.length <= mostSlipLetters

/** The query with one slip in one of its pieces of letters: in pinyin, or in a word of many schools' names. */
function slips(pieces: readonly Piece[]): SearchStep {
  const steps = pieces.map(({ letters = '' }, at): SearchStep => {
    if (!canHaveSlip(letters)) return { sets: [], spellings: [] }
    const spellings = withOneSlip(letters).filter(areWholeSyllables)
    const words = schoolWordsNear(letters).map((word) => [word])
    const typed = areWholeSyllables(letters) ? soundSet(readAsSyllables(letters)[0] ?? []) : []
    const meant = spellings.map((spelling) => soundSet(readAsSyllables(spelling)[0] ?? []))
    return {
      sets: replacing(pieces, at, asSets([...meant, ...words], typed)),
      spellings: spellings.length > mostSpellings ? [] : spellings,
    }
  })
  return joined(steps)
}

/** The query with one usual slip inside a word that is no pinyin. */
function slipsInWords(pieces: readonly Piece[]): SearchStep {
  const steps = pieces.map(({ letters = '' }, at): SearchStep => {
    if (!canHaveSlip(letters) || letters.length === fewestLetters) return { sets: [], spellings: [] }
    // The end of a word may not be typed yet: a text that the typed one begins with is no word.
    const words = withUsualSlip(letters).filter((word) => !letters.startsWith(word))
    return { sets: replacing(pieces, at, asSets(words.map((word) => [word]))), spellings: [] }
  })
  return joined(steps)
}

/**
 * Alternatives as sets. Those of one token are one set, of which any will do; so are longer ones that differ in nothing
 * else from the `typed` tokens.
 */
function asSets(alternatives: readonly (readonly string[])[], typed: readonly string[] = []): TokenSet[] {
  const sets = new Map<string, { all: readonly string[]; any: string[] }>()
  const whole: TokenSet[] = []
  for (const tokens of alternatives) {
    const all = tokens.filter((token) => typed.includes(token))
    if (tokens.length > 1 && all.length === 0) whole.push({ all: tokens })
    else {
      const set = sets.get(all.join(' ')) ?? { all, any: [] }
      set.any.push(...tokens.filter((token) => !all.includes(token)))
      sets.set(all.join(' '), set)
    }
  }
  const grouped = [...sets.values()].map(({ all, any }) => ({ all, any: [...new Set(any)] }))
  return [...grouped.filter(({ any }) => any.length > 0), ...whole].slice(0, mostVariants)
}

const mostVariants = 40

/** The query with one syllable of its Han characters replaced by a similar one. */
function similarSounds(pieces: readonly Piece[]): SearchStep {
  const steps = pieces.map(({ syllables = [] }, at): SearchStep => {
    const variants = syllables.flatMap((syllable, index) =>
      syllablesLike(syllable).map((like) => syllables.with(index, like)),
    )
    return {
      sets: replacing(pieces, at, asSets(variants.map(soundSet), soundSet(syllables))),
      spellings: variants.length > mostSpellings ? [] : variants.map((variant) => variant.join('')),
    }
  })
  return joined(steps)
}

function joined(steps: readonly SearchStep[]): SearchStep {
  return {
    sets: steps.flatMap(({ sets }) => sets),
    spellings: steps.flatMap(({ spellings }) => spellings),
  }
}

const keyOf = ({ all, any = [] }: TokenSet) => [...all.toSorted(), '', ...any].join(' ')

/** Parses a search query. Every piece must match; pieces are words, pinyin, initials, numbers, in any order. */
export function readQuery(typed: string): SearchQuery {
  const folded = fold(typed)
  const parts = folded.split(' ').filter(Boolean)
  const pieces = parts.flatMap((part, index) => piecesOf(part, index === parts.length - 1))
  if (pieces.length === 0) return { compared: '', exact: { sets: [], spellings: [] }, fallbacks: [] }
  const exact = crossed(pieces.map((piece) => piece.exact)).map((all) => ({ all }))
  const relaxed = crossed(pieces.map((piece) => piece.relaxed)).map((all) => ({ all }))
  // A space inside a word: tin glan.
  const isSpaced = pieces.length > 1 && pieces.every(({ letters }) => letters !== undefined)
  const together = isSpaced ? [letterPiece(parts.join(''))] : []
  const near = joined([
    {
      sets: [...relaxed, ...together.flatMap((piece) => piece.exact.map((all) => ({ all })))],
      spellings: [],
    },
    homophones(pieces),
    slips(pieces),
    slips(together),
  ])
  const known = new Set(exact.map(keyOf))
  const unknown = ({ sets, spellings }: SearchStep): SearchStep => {
    const added = new Map(sets.filter((set) => !known.has(keyOf(set))).map((set) => [keyOf(set), set]))
    for (const key of added.keys()) known.add(key)
    return { sets: [...added.values()], spellings: [...new Set(spellings)] }
  }
  return {
    compared: comparable(folded),
    exact: { sets: exact, spellings: [] },
    fallbacks: [near, joined([similarSounds(pieces), slipsInWords(pieces)])]
      .map(unknown)
      .filter(({ sets }) => sets.length > 0),
  }
}
