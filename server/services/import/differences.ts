import type { SchoolChange, StoredSchool } from '#server/db/import/school-import-rows.ts'
import type { ContentChange, StoredContent } from '#server/db/import/content-import.ts'
import type { ContentEntity } from './content/content-entity.ts'
import { chineseColumns } from './schools/school-fields.ts'

/** A column with its stored and its new value. */
type Difference = [column: string, before: unknown, after: unknown]

const longestValue = 80

/** The changes of a row to a school, in one line: each column with its value before and after. */
export function schoolDifferences(stored: StoredSchool, change: SchoolChange): string {
  const before = new Map<string, unknown>(Object.entries(stored.facts))
  const chinese = new Map<string, string>(Object.entries(chineseColumns))
  const facts = Object.entries(change.facts)
    .filter(([name]) => name !== 'identity')
    .map(([name, after]): Difference => [name, before.get(name), after])
  const namesIn = (names: StoredSchool['names'], kind: string) =>
    names.filter((row) => row.kind === kind).map(({ name }) => name)
  const { names, sections, fees } = change
  const others: Difference[] = [
    ...(names === undefined
      ? []
      : (['alias', 'former'] as const).map((kind): Difference => [
          kind === 'alias' ? 'aliases' : 'former_names',
          namesIn(stored.names, kind).toSorted(),
          namesIn(names, kind).toSorted(),
        ])),
    ...(sections?.parts ?? []).map((part): Difference => [
      part,
      textOf(stored.sections.filter((row) => row.part === part)),
      textOf(sections?.rows.filter((row) => row.part === part) ?? []),
    ]),
    ...(fees === undefined ? [] : [['fees', stored.fees, fees] satisfies Difference]),
  ]
  return `修改 编号 ${stored.id}(${stored.facts.name}): ${differencesText([...facts, ...others], chinese)}`
}

const textOf = (rows: readonly { title: string; body: string }[]): string =>
  rows.map(({ title, body }) => `${title} ${body}`).join(' ')

/** The same for a row of other content. */
export function contentDifferences(
  entity: ContentEntity,
  stored: StoredContent,
  change: ContentChange,
): string {
  const chinese = new Map(entity.fields.map(({ name, sql = name, chinese: label }) => [sql, label]))
  const facts = Object.entries(change.facts).map(([name, after]): Difference => [
    name,
    stored.facts[name],
    after,
  ])
  const list: Difference[] =
    change.children === undefined ? [] : [[entity.list ?? '', stored.children, change.children]]
  return `修改 编号 ${stored.id}: ${differencesText([...facts, ...list], chinese)}`
}

function differencesText(differences: readonly Difference[], chinese: ReadonlyMap<string, string>): string {
  return differences
    .filter(([, before, after]) => valueOf(before) !== valueOf(after))
    .map(([name, before, after]) => {
      const label = chinese.get(name)
      return `${name}${label === undefined ? '' : `(${label})`} ${valueOf(before)} → ${valueOf(after)}`
    })
    .join('; ')
}

function valueOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '空'
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ')
  return text.length > longestValue ? `“${text.slice(0, longestValue)}…”` : `“${text}”`
}
