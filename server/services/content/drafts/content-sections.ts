import type { SchoolColumnName } from '#server/contract/catalogue/school-columns.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'

/** A section of a kind's form with its columns in their order. */
export type ContentSection = { slug: string; label: string; columns: readonly string[] }

/** A section of a school's form with its columns in their order; `old_name` is no column of a file. */
type SchoolSection = { slug: string; label: string; columns: readonly (SchoolColumnName | 'old_name')[] }

const words = (text: string): readonly string[] => text.split(' ')

const ofSchools: readonly SchoolSection[] = [
  {
    slug: 'basic',
    label: '基本',
    columns: [
      'name',
      'old_name',
      'name_en',
      'aliases',
      'former_names',
      'city',
      'district',
      'address',
      'lat',
      'lng',
      'stages',
      'kind',
      'curricula',
      'teaching_languages',
      'boarding',
      'founded',
      'state',
      'closed_at',
      'successor',
      'key',
      'rank',
    ],
  },
  {
    slug: 'people',
    label: '规模和师资',
    columns: [
      'students',
      'class_size',
      'teacher_ratio',
      'foreign_teachers',
      'teacher_tenure',
      'head_since',
      'nationalities',
    ],
  },
  {
    slug: 'costs',
    label: '费用',
    columns: [
      'tuition_min',
      'tuition_max',
      'total_cost_min',
      'total_cost_max',
      'tuition',
      'fees',
      'deposit',
      'refunds',
    ],
  },
  {
    slug: 'entry',
    label: '招生',
    columns: ['entry_grades', 'eligibility', 'places_now', 'admission_steps', 'admissions'],
  },
  {
    slug: 'life',
    label: '在校生活',
    columns: ['school_day', 'after_school', 'uniform', 'supports', 'learning_support', 'language_support'],
  },
  { slug: 'buses', label: '校车', columns: ['bus_lines'] },
  {
    slug: 'texts',
    label: '介绍和联系方式',
    columns: ['summary', 'about', 'phone', 'website', 'requests_agreed_on', 'requests_by_operator'],
  },
  {
    slug: 'sources',
    label: '来源',
    columns: ['source', 'source_kind', 'source_url', 'source_date', 'not_published', 'statements'],
  },
  { slug: 'records', label: '办学记录', columns: ['records'] },
  { slug: 'pictures', label: '图片', columns: ['logo', 'logo_alt', 'cover', 'cover_alt'] },
]

const ofRankings: readonly ContentSection[] = [
  { slug: 'content', label: '内容', columns: words('city title slug year method source paid position') },
  { slug: 'places', label: '名次', columns: words('parts places') },
]

/** Columns that no form has: numbers, times and counters of the site itself. */
const hidden = new Set(['id', 'updated_at', 'withdrawn_at', 'likes', 'taken', 'sample'])

/** Sections of a kind's form; `columns`: those of its files. */
export function sectionsOf(kind: ContentKind, columns: Iterable<string>): readonly ContentSection[] {
  if (kind === 'schools') return ofSchools
  if (kind === 'rankings') return ofRankings
  return [{ slug: 'content', label: '内容', columns: [...columns].filter((name) => !hidden.has(name)) }]
}
