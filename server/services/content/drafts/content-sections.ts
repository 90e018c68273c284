import { schoolFormSections } from '#server/contract/catalogue/school-facts.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'

/** A section of a kind's form with its columns in their order. */
export type ContentSection = { slug: string; label: string; columns: readonly string[] }

const words = (text: string): readonly string[] => text.split(' ')

const ofRankings: readonly ContentSection[] = [
  { slug: 'content', label: '内容', columns: words('city title slug year method source paid position') },
  { slug: 'places', label: '名次', columns: words('parts places') },
]

/** Columns that no form has: numbers, times and counters of the site itself. */
const hidden = new Set(['id', 'updated_at', 'withdrawn_at', 'likes', 'taken', 'sample'])

/** Sections of a kind's form; `columns`: those of its files. */
export function sectionsOf(kind: ContentKind, columns: Iterable<string>): readonly ContentSection[] {
  if (kind === 'schools') return schoolFormSections
  if (kind === 'rankings') return ofRankings
  return [{ slug: 'content', label: '内容', columns: [...columns].filter((name) => !hidden.has(name)) }]
}
