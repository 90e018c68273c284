/** A section of a text page: heading, paragraphs, points or steps, a table, links. */
export type TextSection = {
  /** Fragment id of the section. */
  id: string
  heading: string
  paragraphs?: readonly string[]
  points?: readonly string[]
  /** Points in their order, without bullets: each begins with its number. */
  steps?: readonly string[]
  /** The first cell of a row is its heading. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
  /** The first one is the primary link. */
  links?: readonly { href: string; label: string }[]
}
