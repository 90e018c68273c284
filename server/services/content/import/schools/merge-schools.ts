import { canonical } from '../canonical.ts'
import { listDefinitions, listNames } from '../lists/list-definitions.ts'
import type { Place, Problems } from '../problems.ts'
import type { SchoolRow } from './school-row.ts'
import type { SchoolSurvey } from './school-survey.ts'

/**
 * Merges the rows of one school: each school is yielded once, after its last row. Every merge is reported, and every
 * value in which rows differ: the earlier row wins.
 */
export async function* mergeSchools(
  rows: AsyncIterable<SchoolRow>,
  survey: SchoolSurvey,
  notices: Problems,
): AsyncGenerator<SchoolRow> {
  const waiting = new Map<string, { school: SchoolRow; missing: number }>()
  for await (const row of rows) {
    const group = survey.groupOf(row)
    const begun = waiting.get(group)
    const school = begun === undefined ? row : merge(begun.school, row, notices)
    const missing = (begun?.missing ?? survey.sizeOf(group)) - 1
    if (missing === 0) {
      waiting.delete(group)
      yield school
    } else waiting.set(group, { school, missing })
  }
  if (waiting.size > 0) throw new Error('a file changed while it was read: start again')
}

function merge(first: SchoolRow, later: SchoolRow, notices: Problems): SchoolRow {
  const where = placeFor(first.place, later.place)
  notices.add(later.place, `和${where}是同一所学校，已合并`)
  const differ = (field: string) => notices.add(later.place, `和${where}不同，以${where}为准`, field)

  const facts: Record<string, unknown> = { ...first.facts }
  for (const [name, value] of Object.entries(later.facts)) {
    if (isUnstated(facts[name])) facts[name] = value
    else if (!isUnstated(value) && !sameFact(first, later, name)) differ(name)
  }
  for (const part of ['about', 'admissions'] as const) {
    const texts = [first.sections[part], later.sections[part]].map((text) => JSON.stringify(text))
    if (texts[0] !== undefined && texts[1] !== undefined && texts[0] !== texts[1]) differ(part)
  }
  const contradict = (one: unknown, other: unknown) =>
    one != null && other != null && canonical(one) !== canonical(other)
  for (const what of ['logo', 'cover'] as const) {
    if (contradict(first.pictures[what], later.pictures[what])) differ(what)
  }
  for (const name of listNames) {
    if (contradict(first.lists?.[name]?.rows, later.lists?.[name]?.rows)) differ(listDefinitions[name].column)
  }
  if (first.successorKey && later.successorKey && first.successorKey !== later.successorKey)
    differ('successor')
  const notPublished = together(first.notPublished, later.notPublished)
  const aliases = together(first.aliases, later.aliases)
  const formerNames = together(first.formerNames, later.formerNames)
  const successorKey = first.successorKey ?? later.successorKey
  const id = first.id ?? later.id
  return {
    place: first.place,
    facts: { ...facts, name: first.facts.name, city_code: first.facts.city_code },
    ...(id === undefined ? {} : { id }),
    sections: { ...later.sections, ...first.sections },
    pictures: { ...later.pictures, ...first.pictures },
    lists: { ...later.lists, ...first.lists },
    ...(notPublished === undefined ? {} : { notPublished }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(formerNames === undefined ? {} : { formerNames }),
    ...(successorKey === undefined ? {} : { successorKey }),
  }
}

function placeFor(first: Place, later: Place): string {
  return first.file === later.file ? `第 ${first.line} 行` : ` ${first.file} 第 ${first.line} 行`
}

const isUnstated = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Whether two rows state the same value; spellings that identify the same school count as equal. */
function sameFact(first: SchoolRow, later: SchoolRow, name: string): boolean {
  const [one, other] = [first, later].map(({ facts }) =>
    new Map<string, unknown>(Object.entries(facts)).get(name),
  )
  if (JSON.stringify(one) === JSON.stringify(other)) return true
  const keyless = first.facts.key === undefined || later.facts.key === undefined
  return keyless && (name === 'name' || name === 'address')
}

function together<Name extends string>(
  one: readonly Name[] | undefined,
  other: readonly Name[] | undefined,
): Name[] | undefined {
  return one === undefined && other === undefined
    ? undefined
    : [...new Set([...(one ?? []), ...(other ?? [])])]
}
