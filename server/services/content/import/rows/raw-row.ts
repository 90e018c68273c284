import type { SourceCells } from './source-cells.ts'
import type { Place } from '../problems.ts'

/**
 * What an import reads, by the name that its giver knows: a file, or rows that were in none; and where facts of schools come from
 * of which it does not say so itself.
 */
export type ImportFile = (ReadableFile | { name: string; rows: readonly RawRow[] }) & {
  source?: SourceCells
  assigned?: AssignedColumns
  /** The names that are assigned by what was said of earlier files. */
  remembered?: ReadonlySet<string>
}

/** What a person said that unknown names of a header are: a column, or '' for one that is left out. */
export type AssignedColumns = ReadonlyMap<string, string>

/** A file on disk, or the bytes that a form brought. */
export type ReadableFile = FileOnDisk | { name: string; bytes: Uint8Array }

/** A file on disk: the name the operator gave, and its path. */
export type FileOnDisk = { name: string; path: string }

/** An unvalidated row by column; `header`: where the names of the columns stand, of a file that has them once. */
export type RawRow = {
  place: Place
  header?: Place
  fields: ReadonlyMap<string, unknown>
  assigned?: AssignedColumns | undefined
}
