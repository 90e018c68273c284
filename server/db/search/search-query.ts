import { comparable, fold } from './search-fold.ts'
import { homophones, similarSounds, slips, slipsInWords } from './search-fallbacks.ts'
import { crossed, letterPiece, piecesOf, type Piece } from './search-pieces.ts'
import { joinedSteps, type SearchStep, type TokenSet } from './search-step.ts'

/** A parsed search query. */
export type SearchQuery = {
  /** The query's comparison form, for the relevance rank. */
  compared: string
  /** The query as typed. */
  exact: SearchStep
  /**
   * What is tried in turn when nothing matches as typed; each step is made when it is asked for. First the relaxed query
   * (szgj for 深圳…国际, 深外 for 深圳外国语), the same sounds (听兰 for 听澜) and one slip of the keyboard (tingln); then similar
   * sounds (旋歌 for 弦歌) and one slip in a word (Harow for Harrow).
   */
  fallbacks: () => Iterable<SearchStep>
}

const keyOf = ({ all, any = [] }: TokenSet) => [...all.toSorted(), '', ...any].join(' ')

/** Parses a search query. Every piece must match; pieces are words, pinyin, initials, numbers, in any order. */
export function readQuery(typed: string): SearchQuery {
  const folded = fold(typed)
  const parts = folded.split(' ').filter(Boolean)
  const pieces = parts.flatMap((part, index) => piecesOf(part, index === parts.length - 1))
  if (pieces.length === 0) return { compared: '', exact: { sets: [], spellings: [] }, fallbacks: () => [] }
  const exact = crossed(pieces.map((piece) => piece.exact)).map((all) => ({ all }))
  return {
    compared: comparable(folded),
    exact: { sets: exact, spellings: [], meant: pieces.flatMap(({ meant = [] }) => meant.map(comparable)) },
    fallbacks: () => fallbackSteps(pieces, parts.join(''), exact),
  }
}

/** Each set is one lookup in the index; those of which any token will do stand for many and come first. */
const mostLookups = 64

/** The fallbacks of a query, without the sets that were tried before; `joined`: its text without spaces. */
function* fallbackSteps(
  pieces: readonly Piece[],
  joined: string,
  exact: readonly TokenSet[],
): Generator<SearchStep> {
  const known = new Set(exact.map(keyOf))
  const untried = ({ sets, spellings }: SearchStep): SearchStep => {
    const added = new Map(sets.filter((set) => !known.has(keyOf(set))).map((set) => [keyOf(set), set]))
    const chosen = [...added]
      .toSorted(([, a], [, b]) => Number(!a.any) - Number(!b.any))
      .slice(0, mostLookups)
    for (const [key] of chosen) known.add(key)
    return { sets: chosen.map(([, set]) => set), spellings: [...new Set(spellings)] }
  }
  const relaxed = crossed(pieces.map((piece) => piece.relaxed)).map((all) => ({ all }))
  // A space inside a word: tin glan.
  const isSpaced = pieces.length > 1 && pieces.every(({ letters }) => letters !== undefined)
  const together = isSpaced ? [letterPiece(joined)] : []
  const near = joinedSteps([
    {
      sets: [...relaxed, ...together.flatMap((piece) => piece.exact.map((all) => ({ all })))],
      spellings: [],
    },
    homophones(pieces),
    slips(pieces),
    slips(together),
  ])
  const first = untried(near)
  if (first.sets.length > 0) yield first
  const second = untried(joinedSteps([similarSounds(pieces), slipsInWords(pieces)]))
  if (second.sets.length > 0) yield second
}
