import { z } from 'zod'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { busLinesOf } from '#server/contract/child/bus-lines.ts'
import type { GradeRange } from '#server/contract/grades.ts'
import { type ListName, type ListRows, type SchoolLists } from '#server/db/content/school-lists.ts'
import { listCell } from '../rows/typed-cells.ts'
import type { ContentColumn } from '../content/content-entity.ts'
import { cell, line, requiredValue } from '../rows/cells.ts'
import { gradesText } from './grade-cells.ts'
import { field, latitude, leaves, longitude, note, price, sourced } from './list-columns.ts'
import { listDefinitions, type ListDefinition } from './list-definitions.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isRange = (value: unknown): value is GradeRange => isFields(value) && 'from' in value

/** A row as it is stored, from the fields of an entry or of a file's row that are each in order. */
export function rowOf<Name extends ListName>(name: Name, given: Fields): ListRows[Name] {
  const definition: ListDefinition<ListRows[Name]> = listDefinitions[name]
  const columns = new Map(definition.fields.map(({ name: own, sql = own }) => [own, sql]))
  const stated = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return []
    if (key === 'grades' && isRange(value))
      return [
        ['from_grade', value.from],
        ['to_grade', value.to],
      ]
    const column = key === 'year' ? 'school_year' : columns.get(key)
    return column === undefined ? [] : [[column, value]]
  })
  return definition.row.parse({ ...(name === 'fees' ? { per: 'year' } : {}), ...Object.fromEntries(stated) })
}

/** An entry as files state it; for a bus a row of its file, with the line at each stop. */
export function fieldsOfRow(name: ListName, row: Fields): Record<string, unknown> {
  const { from_grade: from, to_grade: to, school_year: schoolYear } = row
  const given: [string, unknown][] = listDefinitions[name].fields.map(({ name: own, sql = own }) => [
    own,
    own === 'grades'
      ? typeof from === 'number' && typeof to === 'number'
        ? gradesText({ from, to })
        : undefined
      : own === 'year'
        ? schoolYear
        : own === 'facts'
          ? labelsOfFacts(row[sql])
          : row[sql],
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null))
}

/** Facts by the names that people know; imports read them as well as slugs. */
function labelsOfFacts(facts: unknown): string[] {
  return Array.isArray(facts)
    ? factTerms.filter(({ slug }) => facts.includes(slug)).map(({ label }) => label)
    : []
}

/** A list as the column of a school's file states it. */
export function entriesOf(name: ListName, lists: SchoolLists): object[] {
  if (name !== 'bus_stops') return lists[name].map((row) => fieldsOfRow(name, row))
  return busLinesOf(lists.bus_stops).map(({ stops, ...said }) => ({
    ...said,
    stops: stops.map(({ name: stop, ...others }) => ({ stop, ...others })),
  }))
}

/** The rows of a list in the order in which they are stored. */
export function inOrder<Name extends ListName>(
  name: Name,
  rows: readonly ListRows[Name][],
): ListRows[Name][] {
  const { arrange }: ListDefinition<ListRows[Name]> = listDefinitions[name]
  return arrange === undefined ? [...rows] : arrange(rows)
}

const object = (fields: readonly ContentColumn[]) =>
  z.strictObject(
    Object.fromEntries(
      fields.map(({ name, schema, needed = false }) => [name, needed ? requiredValue(schema) : cell(schema)]),
    ),
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? `没有 ${issue.keys.join('、')} 这一项` : '应为 {…} 这样的一项',
    },
  )

const stopEntry = object([field('stop', '站点', line(100), true), leaves, latitude, longitude, price])
const stops = z.array(stopEntry, '应为站点的列表').min(1, '至少一个站点').max(100, '最多 100 个站点')
const lineEntry = object([field('name', '线路', line(60), true), note, ...sourced])
/** A line with its stops: the rows of a bus's own file. */
const busEntry = z
  .object({ stops: z.unknown() })
  .catchall(z.unknown())
  .transform(({ stops: given, ...said }) => ({ said, stops: given }))
  .pipe(z.object({ said: lineEntry, stops }))

/** The column of a list in a school's file: gives its rows as they are stored. */
export function listColumn<Name extends ListName>(name: Name) {
  const { fields, example }: ListDefinition<ListRows[Name]> = listDefinitions[name]
  return listCell(object(fields), example).transform((entries, context) =>
    checkedRows(
      name,
      entries.map((entry) => rowOf(name, entry)),
      context,
    ),
  )
}

/** The column of the bus lines, whose entries hold their stops. */
export const busColumn = listCell(busEntry, listDefinitions.bus_stops.example).transform((entries, context) =>
  checkedRows(
    'bus_stops',
    entries.flatMap(({ said: { name: own, ...said }, stops: given }) =>
      given.map((stop) => rowOf('bus_stops', { ...said, line: own, ...stop })),
    ),
    context,
  ),
)

function checkedRows<Name extends ListName>(
  name: Name,
  rows: readonly ListRows[Name][],
  context: z.RefinementCtx,
): ListRows[Name][] {
  const { faults }: ListDefinition<ListRows[Name]> = listDefinitions[name]
  for (const { at, field: path, message } of faults(rows)) {
    context.addIssue({ code: 'custom', path: name === 'bus_stops' ? [] : [at, path], message })
  }
  return inOrder(name, rows)
}
