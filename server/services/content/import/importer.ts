import type { ContentEntity } from './content/content-entities.ts'
import type { ImageStore } from '../../media/images/store.ts'
import type { ListFiles } from './lists/list-files.ts'
import type { Problems, RefusedRows } from './problems.ts'
import type { ImportFile } from './rows/raw-row.ts'

/** Called with the progress: rows checked, then rows written. */
export type ImportProgress = (progress: { step: 'checked' | 'written'; rows: number }) => void

/** Numbers of rows of one entity. */
export type ImportSum = { entity: string; added: number; changed: number; unchanged: number; merged: number }

/**
 * The result of an import. `notices` list merged and matched rows, which are not errors. `differences`: of a dry run,
 * the changes row by row. `run`: the number under which it can be undone.
 */
export type ImportOutcome = { problems: Problems; notices: Problems; differences: Problems } & (
  { ok: false } | { ok: true; sums: ImportSum[]; run: number | undefined }
)

/** The content has changed since the files were checked. */
export class ContentChangedError extends Error {
  override readonly name = 'ContentChangedError'

  constructor() {
    super('the content has changed since the files were checked')
  }
}

/** The files of one import by entity. */
export type ImportFiles = {
  schools: readonly ImportFile[]
  /** Files of the lists that belong to schools. */
  lists: ListFiles
  content: ReadonlyMap<ContentEntity, readonly ImportFile[]>
}

/** Options of an import: the picture store, and the operator's folder of pictures. */
export type ImportOptions = {
  signal: AbortSignal
  onProgress: ImportProgress
  images: ImageStore
  folder: string | undefined
  /** The operator's name in the list of imports. */
  operator: string
  /** The content's version that the files were checked at; when it is another one by then, nothing is stored. */
  expectedVersion?: number | undefined
  /** The moment of the import; absent: now. */
  now?: Date | undefined
  /** Checks everything and reports the changes; nothing is stored. */
  dryRun?: boolean | undefined
  /** Rows that are not read, because an earlier run refused them. */
  leftOut?: RefusedRows | undefined
}
