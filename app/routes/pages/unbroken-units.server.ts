import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'
import type { TextSection } from './text-section.ts'

/** A text in which no number is parted from its unit: `180 天`, `11月25日`. */
const withDates = (text: string): string => nonBreakingUnits(text).replace(/(\d)(?=[年月日])/g, '$1\u2060')

/** Sections in whose texts and tables no number is parted from its unit. */
export function unbrokenUnits(sections: readonly TextSection[]): TextSection[] {
  return sections.map(({ paragraphs = [], points = [], table, ...section }) => ({
    ...section,
    paragraphs: paragraphs.map(withDates),
    points: points.map(withDates),
    ...(table && { table: { head: table.head, rows: table.rows.map((row) => row.map(withDates)) } }),
  }))
}
