import type { ContentEntity } from './content/content-entities.ts'
import type { ImageStore } from '../images/store.ts'
import type { Problems } from './problems.ts'
import type { ImportFile } from './rows/raw-row.ts'

/** Hears how far an import is: rows checked, then rows written. */
export type ImportProgress = (progress: { step: 'checked' | 'written'; rows: number }) => void

/** What became of the rows of one entity. */
export type ImportSum = { entity: string; added: number; changed: number; unchanged: number; merged: number }

/**
 * What became of an import. `notices` tells of rows that were merged or matched; they are no
 * fault. `differences`: of a dry run, what would change row by row. `run`: the number under which it can be undone.
 */
export type ImportOutcome = { problems: Problems; notices: Problems; differences: Problems } & (
  { ok: false } | { ok: true; sums: ImportSum[]; run: number | undefined }
)

/** The files of one import, by what they hold. */
export type ImportFiles = {
  schools: readonly ImportFile[]
  content: ReadonlyMap<ContentEntity, readonly ImportFile[]>
}

/** How to import: the store that keeps pictures, and the operator's folder that holds them. */
export type ImportOptions = {
  signal: AbortSignal
  onProgress: ImportProgress
  images: ImageStore
  folder: string | undefined
  /** Who imports, as the list of imports names them. */
  operator: string
  /** Checks all and says what would change; nothing is stored. */
  dryRun?: boolean | undefined
}
