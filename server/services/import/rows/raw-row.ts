import type { Place } from '../problems.ts'

/** A file of an import: how the operator named it, and where it is. */
export type ImportFile = { name: string; path: string }

/** A row as its file states it, by column; nothing is checked yet. */
export type RawRow = { place: Place; fields: ReadonlyMap<string, unknown> }
