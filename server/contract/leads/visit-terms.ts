import type { Term } from '../vocabulary.ts'

/** The most schools that one call asks. */
export const mostAsked = 5

/** Halves of a day on which a family would like to come. */
export const dayHalves = [
  { slug: 'morning', label: '上午' },
  { slug: 'afternoon', label: '下午' },
] as const satisfies readonly Term[]
