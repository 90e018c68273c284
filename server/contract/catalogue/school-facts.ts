import { schoolColumns, type ColumnsWith, type SchoolColumnName } from './school-columns.ts'

/** Figures of a school that its details have and cards do not, in the order of the details. */
export const schoolFigures = [
  'students',
  'class_size',
  'teacher_ratio',
  'foreign_teachers',
  'teacher_tenure',
  'head_since',
  'deposit',
  'total_cost_min',
  'total_cost_max',
] as const satisfies readonly ColumnsWith<{ value: { type: 'number' | 'money' } }>[]

/** Facts of several terms that its cards have where they are known. */
export const schoolTermLists = ['teaching_languages', 'supports'] as const satisfies readonly ColumnsWith<{
  label: string
  value: { type: 'terms' }
}>[]

/** A fact that visitors read as the labels of its terms. */
export type SchoolTermsFact = (typeof schoolTermLists)[number]

/** Facts of one line that its details have and cards do not. */
export const schoolLines = [
  'nationalities',
  'learning_support',
  'language_support',
  'school_day',
  'after_school',
  'uniform',
  'places_now',
  'refunds',
  'address',
] as const satisfies readonly ColumnsWith<{ label: string; value: { type: 'line' } }>[]

/** A column that visitors' pages have a name for. */
export type SchoolFactName = ColumnsWith<{ label: string }>

/** A fact that visitors read as a figure with its unit. */
export type SchoolFigureFact = ColumnsWith<{ label: string; unit: readonly [string, string] }>

/** A fact that visitors read as it was written. */
export type SchoolLineFact = (typeof schoolLines)[number]

/** Whether visitors read a fact as the labels of its terms. */
export function isTermsFact(name: SchoolFactName): name is SchoolTermsFact {
  return schoolTermLists.some((list) => list === name)
}

/** Whether visitors read a fact as it was written. */
export function isLineFact(name: SchoolFactName): name is SchoolLineFact {
  return schoolLines.some((line) => line === name)
}

/** Whether visitors read a fact as a figure with its unit. */
export function isFigureFact(name: SchoolFactName): name is SchoolFigureFact {
  return 'unit' in schoolColumns[name]
}

/** What a fact is called on visitors' pages. */
export function factLabel(name: SchoolFactName): string {
  return schoolColumns[name].label
}

/** The facts of the fact sheet in their order, which is the same for all schools. */
export const factSheet = [
  'kind',
  'stages',
  'curricula',
  'teaching_languages',
  'boarding',
  'founded',
  'students',
  'class_size',
  'teacher_ratio',
  'foreign_teachers',
  'teacher_tenure',
  'head_since',
  'nationalities',
  'supports',
  'learning_support',
  'language_support',
  'school_day',
  'after_school',
  'uniform',
  'tuition_min',
  'total_cost_min',
  'deposit',
  'refunds',
  'places_now',
  'district',
] as const satisfies readonly SchoolFactName[]

/**
 * The facts without which a school's page is not for search engines: until all are known it asks not to be indexed, and is in
 * no sitemap.
 */
export const coreFacts = [
  'kind',
  'stages',
  'district',
  'address',
] as const satisfies readonly SchoolFactName[]

/** Whether a school's page has the core facts. */
export function hasCoreFacts(
  school: Readonly<Partial<Record<(typeof coreFacts)[number], unknown>>>,
): boolean {
  return coreFacts.every((name) => {
    const fact = school[name]
    return Array.isArray(fact) ? fact.length > 0 : fact !== undefined
  })
}

/** The facts of a comparison by the group that they stand in; open days are no column of a school. */
export const comparedFacts = {
  costs: ['tuition_min', 'total_cost_min'],
  teaching: [
    'curricula',
    'teaching_languages',
    'class_size',
    'teacher_ratio',
    'foreign_teachers',
    'teacher_tenure',
    'head_since',
    'supports',
    'learning_support',
    'language_support',
  ],
  entry: ['kind', 'stages', 'places_now', 'deposit', 'refunds', 'next_open_day'],
  life: [
    'boarding',
    'school_day',
    'after_school',
    'uniform',
    'district',
    'address',
    'students',
    'nationalities',
    'founded',
  ],
} as const satisfies Record<string, readonly (SchoolFactName | 'next_open_day')[]>

/** The sections of a school's form in the staff area, with their columns in order; `old_name` is no column of a file. */
export const schoolFormSections: readonly {
  slug: string
  label: string
  columns: readonly (SchoolColumnName | 'old_name')[]
}[] = [
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
