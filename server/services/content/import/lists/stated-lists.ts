import { z } from 'zod'
import type { ListName, ListRows, SchoolLists } from '#server/db/content/school-lists.ts'
import type { SourceCells } from '../rows/source-cells.ts'
import { canonical } from '../canonical.ts'
import { listNames } from './list-definitions.ts'
import { inOrder } from './school-lists.ts'

/** The rows of one list as files state them; with `years` they replace what is stored of these school years alone. */
export type StatedList<Row> = { rows: readonly Row[]; years?: ReadonlySet<number | undefined> }
/** What the rows of a list say of their source, those of its latest school year where it has some: the day of the oldest. */
export function sourceOfRows(rows: readonly object[]): SourceCells {
  const years = rows.map((row) => yearOf(row) ?? 0)
  const latest = rows.filter((_, at) => years[at] === Math.max(...years))
  const said = latest.map((row) => sourceFields.parse(row))
  const [first, ...names] = new Set(said.map(({ source }) => source))
  const days = said.flatMap(({ source_date }) => source_date ?? [])
  const [oldest] = days.toSorted()
  return {
    ...(first === undefined || names.length > 0 ? {} : { source: first }),
    ...(oldest === undefined || days.length < said.length ? {} : { source_date: oldest }),
  }
}

const sourceFields = z.object({ source: z.string().optional(), source_date: z.string().optional() })

/** The lists that a school's rows state; a list that is left out stays as it is stored. */
export type StatedLists = { [Name in ListName]?: StatedList<ListRows[Name]> }

/** The school year of a row of any list that has one. */
export function yearOf(row: object): number | undefined {
  return 'school_year' in row && typeof row.school_year === 'number' ? row.school_year : undefined
}

/** The stated lists that differ from the stored ones, whole. */
export function listsAfter(stated: StatedLists | undefined, stored: SchoolLists): Partial<SchoolLists> {
  const after: Partial<SchoolLists> = {}
  for (const name of listNames) {
    const rows = listAfter(name, stated?.[name], stored[name])
    if (canonical(rows) !== canonical(stored[name])) Object.assign(after, { [name]: rows })
  }
  return after
}

function listAfter<Name extends ListName>(
  name: Name,
  given: StatedList<ListRows[Name]> | undefined,
  stored: readonly ListRows[Name][],
): readonly ListRows[Name][] {
  if (given === undefined) return stored
  const { rows, years } = given
  const unchanged = years === undefined ? [] : stored.filter((row) => !years.has(yearOf(row)))
  return inOrder(name, [...rows, ...unchanged])
}

/** Two statements of one list together when each is about school years of its own; undefined when they contradict. */
export function joinedLists<Name extends ListName>(
  name: Name,
  one: StatedList<ListRows[Name]>,
  other: StatedList<ListRows[Name]>,
): StatedList<ListRows[Name]> | undefined {
  const { years } = one
  if (years === undefined || other.years === undefined) return undefined
  if ([...other.years].some((year) => years.has(year))) return undefined
  return {
    rows: inOrder(name, [...one.rows, ...other.rows]),
    years: new Set([...years, ...other.years]),
  }
}
