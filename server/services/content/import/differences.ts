import { schoolColumn, schoolColumnNames } from '#server/contract/catalogue/school-columns.ts'
import type { SchoolChange, StoredSchool } from '#server/db/content/school-import-rows.ts'
import type { ContentChange, StoredContent } from '#server/db/content/content-import.ts'
import type { ListName, SchoolLists } from '#server/db/content/school-lists.ts'
import type { ContentEntity } from './content/content-entity.ts'
import { listDefinitions, listNames } from './lists/list-definitions.ts'
import { fieldsOfRow } from './lists/school-lists.ts'

/** A column with its stored and its new value. */
type Difference = [column: string, before: unknown, after: unknown]

const longestValue = 80

/** The changes of a row to a school, in one line: each column with its value before and after. */
export function schoolDifferences(stored: StoredSchool, change: SchoolChange): string {
  const before = new Map<string, unknown>(Object.entries(stored.facts))
  const chinese = new Map<string, string>(schoolColumnNames.map((name) => [name, schoolColumn(name).header]))
  const facts = Object.entries(change.facts)
    .filter(([name]) => name !== 'identity')
    .map(([name, after]): Difference => [name, before.get(name), after])
  const namesIn = (names: StoredSchool['names'], kind: string) =>
    names.filter((row) => row.kind === kind).map(({ name }) => name)
  const { names, sections, lists } = change
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
  ]
  const listed = lists === undefined ? [] : listDifferences(stored.lists, lists)
  const all = [differencesText([...facts, ...others], chinese), ...listed].filter((text) => text !== '')
  return `修改 编号 ${stored.id}(${stored.facts.name}): ${all.join('; ')}`
}

/** Of each changed list the rows that go (−) and those that come (+). */
function listDifferences(stored: SchoolLists, lists: Partial<SchoolLists>): string[] {
  return listNames.flatMap((name) => {
    const after = lists[name]
    if (after === undefined) return []
    const { column, chinese } = listDefinitions[name]
    const before = stored[name].map((row) => rowText(name, row))
    const now = after.map((row) => rowText(name, row))
    const changed = [
      ...before.filter((text) => !now.includes(text)).map((text) => `− ${text}`),
      ...now.filter((text) => !before.includes(text)).map((text) => `+ ${text}`),
    ]
    return [`${column}(${chinese}) ${changed.length === 0 ? '顺序改变' : changed.join(' ')}`]
  })
}

const rowText = (name: ListName, row: object): string => {
  const parts = Object.values(fieldsOfRow(name, { ...row })).map((value) =>
    Array.isArray(value) ? value.join('、') : String(value),
  )
  return valueOf(parts.join(' '))
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
