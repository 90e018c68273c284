/** Tokens that a school has: all of the first, and where others are named, one of them at least. */
export type TokenSet = { all: readonly string[]; any?: readonly string[] }

/** One way to understand a query: a school matches when it fits one of the sets; an empty set fits every school. */
export type SearchStep = {
  sets: TokenSet[]
  /** Pinyin or Latin spellings that were not typed; a name that begins with one, or holds one, is nearer. */
  spellings: string[]
  /** Names that the typed text abbreviates, in their comparison form: one that begins with such a name is nearer. */
  meant?: string[]
}

/** The sets and spellings of several steps as one. */
export function joinedSteps(steps: readonly SearchStep[]): SearchStep {
  return {
    sets: steps.flatMap(({ sets }) => sets),
    spellings: steps.flatMap(({ spellings }) => spellings),
  }
}
