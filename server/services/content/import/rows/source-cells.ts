import { z } from 'zod'
import type { SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import {
  columnsOfFact,
  schoolColumn,
  sourceColumns,
  statedFacts,
  type SourceColumn,
  type StatedFact,
} from '#server/contract/catalogue/school-columns.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { sourceKinds } from '#server/contract/vocabulary.ts'
import { address, cell, day, line, term } from './cells.ts'

/** What a file, a row or a column says of its source. */
export type SourceCells = Partial<Pick<SchoolStatement, SourceColumn>>

/** The cells of a source. */
export const sourceCells = {
  source: cell(line(200)),
  source_kind: cell(term(sourceKinds)),
  source_url: cell(address),
  source_date: cell(day),
} satisfies Record<SourceColumn, z.ZodType>

const columnOf = (fact: StatedFact, column: SourceColumn) => `${fact}_${column}`

/**
 * The columns of a school's file that say the source of one fact, each with its names: that of the fact, or of one of its
 * columns, with that of a column of sources behind it: 学费来源, 最高学费来源日期, `tuition_min_source`.
 */
export const factSourceColumns: ReadonlyMap<string, readonly string[]> = new Map(
  statedFacts.flatMap((fact) =>
    sourceColumns.map((column): [string, string[]] => {
      const names = columnsOfFact(fact).flatMap((name) => {
        const { header, label = header } = schoolColumn(name)
        return [label, header]
      })
      return [columnOf(fact, column), names.map((name) => name + schoolColumn(column).header)]
    }),
  ),
)

/** The check of these columns. */
export const factSourceFields = z.object(
  Object.fromEntries(
    statedFacts.flatMap((fact) =>
      sourceColumns.map((column): [string, z.ZodType] => [columnOf(fact, column), sourceCells[column]]),
    ),
  ),
)

const sourceFields = z.object(recordOf(sourceColumns, (column) => sourceCells[column]))

/** What checked cells say of the source of a row, or of one fact. */
export function sourceOf(cells: Readonly<Record<string, unknown>>, fact?: StatedFact): SourceCells {
  const given = recordOf(
    sourceColumns,
    (column) => cells[fact === undefined ? column : columnOf(fact, column)],
  )
  if (Object.values(given).every((value) => value === undefined || value === null)) return {}
  const parsed = sourceFields.parse(given)
  return Object.fromEntries(
    Object.entries(parsed).filter(([, value]) => value !== undefined && value !== null),
  )
}

/**
 * What is said of a source where a narrower place says something too: a column within a row, a row within a file. Of another
 * source that the narrower place names the wider place says nothing.
 */
export function sourceWithin(wider: SourceCells, narrower: SourceCells): SourceCells {
  const isAnother =
    wider.source !== undefined && narrower.source !== undefined && narrower.source !== wider.source
  return isAnother ? narrower : { ...wider, ...narrower }
}
