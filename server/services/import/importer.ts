import type { DatabaseConnection } from '#server/db/connect.ts'
import type { Problems } from './problems.ts'
import type { ImportFile } from './raw-rows.ts'

/** Hears how far an import is: rows checked, then rows written. */
export type ImportProgress = (progress: { step: 'checked' | 'written'; rows: number }) => void

/** What became of an import. `notices` tells of rows that were merged or matched; they are no fault. */
export type ImportOutcome = { problems: Problems; notices: Problems } & (
  { ok: false } | { ok: true; added: number; changed: number; unchanged: number; merged: number }
)

/** Imports the files of one entity, all or nothing. Rejects when the signal aborts it, or the database fails. */
export type Importer = (
  connection: DatabaseConnection,
  files: readonly ImportFile[],
  options: { signal: AbortSignal; onProgress: ImportProgress },
) => Promise<ImportOutcome>
