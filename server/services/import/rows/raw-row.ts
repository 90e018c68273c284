import type { Place } from '../problems.ts'

/** A file of an import by the name that its giver knows: one on disk, or the bytes that a form brought. */
export type ImportFile = FileOnDisk | { name: string; bytes: Uint8Array }

/** A file on disk: the name the operator gave, and its path. */
export type FileOnDisk = { name: string; path: string }

/** An unvalidated row by column; `header`: where the names of the columns stand, of a file that has them once. */
export type RawRow = { place: Place; header?: Place; fields: ReadonlyMap<string, unknown> }
