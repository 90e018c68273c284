import type { ContentEntity } from './content-entities.ts'
import type { ImageStore } from '../images/store.ts'
import type { Problems } from './problems.ts'
import type { ImportFile } from './raw-rows.ts'

/** Hears how far an import is: rows checked, then rows written. */
export type ImportProgress = (progress: { step: 'checked' | 'written'; rows: number }) => void

/** What became of the rows of one entity. */
export type ImportSum = { entity: string; added: number; changed: number; unchanged: number; merged: number }

/** What became of an import. `notices` tells of rows that were merged or matched; they are no fault. */
export type ImportOutcome = { problems: Problems; notices: Problems } & (
  { ok: false } | { ok: true; sums: ImportSum[] }
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
}
