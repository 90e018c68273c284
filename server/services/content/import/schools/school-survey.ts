import { createEventLoopYield } from '../event-loop-yield.ts'
import type { Place, Problems } from '../problems.ts'
import { readRawRows } from '../rows/read-rows.ts'
import type { ImportFile } from '../rows/raw-row.ts'
import { identityOf, namesakeOf, schoolFileColumns, schoolRowReader } from './school-row.ts'
import type { SchoolRow } from './school-row.ts'

/** The result of the first pass: which rows are one school. */
export type SchoolSurvey = {
  rows: number
  /** How many schools the rows are about. */
  schools: number
  /** Identifies the school that a row belongs to. */
  groupOf(row: SchoolRow): string
  /** Number of rows of a school. */
  sizeOf(group: string): number
  /** Whether no other school of the files has this name in its city. */
  isAlone(row: SchoolRow): boolean
  /** Successor keys that no row has, each with the row that names it. */
  foreignSuccessors: ReadonlyMap<string, Place>
}

/** Parses the schools of the files, row by row. Problems are collected. */
export async function* readSchools(
  files: readonly ImportFile[],
  problems: Problems,
): AsyncGenerator<SchoolRow> {
  const yieldToEventLoop = createEventLoopYield()
  const read = schoolRowReader(problems)
  for (const file of files) {
    for await (const raw of readRawRows(file, { columns: schoolFileColumns, problems })) {
      const row = read(raw, file.source)
      if (row !== undefined) yield row
      await yieldToEventLoop()
    }
  }
}

/** Reads the files once without retaining rows, and passes on every valid row. */
export async function surveySchools(
  files: readonly ImportFile[],
  problems: Problems,
  onRow: (row: SchoolRow) => Promise<void>,
): Promise<SchoolSurvey> {
  const sizes = new Map<string, number>()
  const keyOfIdentity = new Map<string, string>()
  const severalKeys = new Set<string>()
  const keyless = new Map<string, Place>()
  const groupOfNamesake = new Map<string, string>()
  const severalNamesakes = new Set<string>()
  const successors = new Map<string, Place>()
  const numberOf = new Map<string, number>()
  let rows = 0

  for await (const row of readSchools(files, problems)) {
    const identity = identityOf(row)
    const key = row.facts.key ?? undefined
    if (key === undefined) keyless.set(identity, row.place)
    else if ((keyOfIdentity.get(identity) ?? key) === key) keyOfIdentity.set(identity, key)
    else severalKeys.add(identity)
    const group = key === undefined ? `identity ${identity}` : `key ${key}`
    sizes.set(group, (sizes.get(group) ?? 0) + 1)
    if (row.id !== undefined && (numberOf.get(group) ?? row.id) !== row.id)
      problems.add(row.place, `和 id 为 ${numberOf.get(group)} 的一行是同一所学校`, 'id')
    else if (row.id !== undefined) numberOf.set(group, row.id)
    const namesake = namesakeOf(row)
    if ((groupOfNamesake.get(namesake) ?? group) === group) groupOfNamesake.set(namesake, group)
    else severalNamesakes.add(namesake)
    if (row.successorKey) successors.set(row.successorKey, row.place)
    rows += 1
    await onRow(row)
  }
  for (const [identity, place] of keyless) {
    if (severalKeys.has(identity))
      problems.add(place, '有几所学校同城、同名、同地址，要用 key 说明是哪一所', 'key')
    const key = keyOfIdentity.get(identity)
    if (key === undefined) continue
    const group = `identity ${identity}`
    sizes.set(`key ${key}`, (sizes.get(`key ${key}`) ?? 0) + (sizes.get(group) ?? 0))
    sizes.delete(group)
  }
  return {
    rows,
    schools: sizes.size,
    groupOf(row) {
      const key = row.facts.key ?? keyOfIdentity.get(identityOf(row))
      return key === undefined ? `identity ${identityOf(row)}` : `key ${key}`
    },
    sizeOf: (group) => sizes.get(group) ?? 0,
    isAlone: (row) => !severalNamesakes.has(namesakeOf(row)),
    foreignSuccessors: new Map([...successors].filter(([key]) => !sizes.has(`key ${key}`))),
  }
}
