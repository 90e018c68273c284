/** A heading with words, points, a table, and ways on. */
export type TextSection = {
  /** Where on the page it is. */
  id: string
  heading: string
  paragraphs?: readonly string[]
  points?: readonly string[]
  /** The first cell of a row is its heading. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
  /** The first one is the main one. */
  links?: readonly { href: string; label: string }[]
}
