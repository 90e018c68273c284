import type { Place } from '../problems.ts'

/** A file of an import: the name the operator gave, and its path. */
export type ImportFile = { name: string; path: string }

/** An unvalidated row by column. */
export type RawRow = { place: Place; fields: ReadonlyMap<string, unknown> }
