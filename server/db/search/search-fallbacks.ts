import { crossed, soundSet, type Piece } from './search-pieces.ts'
import { schoolWordsNear, withOneSlip, withUsualSlip } from './search-slips.ts'
import { joinedSteps, type SearchStep, type TokenSet } from './search-step.ts'
import { areWholeSyllables, readAsSyllables, syllablesLike } from './search-syllables.ts'

/** Sets in which one piece is replaced and every other one is as typed. */
function replacing(pieces: readonly Piece[], at: number, sets: readonly TokenSet[]): TokenSet[] {
  const others = crossed(pieces.filter((_, index) => index !== at).map((piece) => piece.exact))
  return others.flatMap((typed) => sets.map((set) => ({ ...set, all: [...typed, ...set.all] })))
}

/** The query with its Han characters by their sounds. */
export function homophones(pieces: readonly Piece[]): SearchStep {
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
export function slips(pieces: readonly Piece[]): SearchStep {
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
  return joinedSteps(steps)
}

/** The query with one usual slip inside a word that is no pinyin. */
export function slipsInWords(pieces: readonly Piece[]): SearchStep {
  const steps = pieces.map(({ letters = '' }, at): SearchStep => {
    if (!canHaveSlip(letters) || letters.length === fewestLetters) return { sets: [], spellings: [] }
    // The end of a word may not be typed yet: a text that the typed one begins with is no word.
    const words = withUsualSlip(letters).filter((word) => !letters.startsWith(word))
    return { sets: replacing(pieces, at, asSets(words.map((word) => [word]))), spellings: [] }
  })
  return joinedSteps(steps)
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
export function similarSounds(pieces: readonly Piece[]): SearchStep {
  const steps = pieces.map(({ syllables = [] }, at): SearchStep => {
    const variants = syllables.flatMap((syllable, index) =>
      syllablesLike(syllable).map((like) => syllables.with(index, like)),
    )
    return {
      sets: replacing(pieces, at, asSets(variants.map(soundSet), soundSet(syllables))),
      spellings: variants.length > mostSpellings ? [] : variants.map((variant) => variant.join('')),
    }
  })
  return joinedSteps(steps)
}
