import type { ContentKind } from '#server/contract/staff/content.ts'
import { codes } from '#server/contract/codes.ts'
import { insertDraft } from '#server/db/staff/drafts.ts'
import { publishDraft } from '#server/services/content/drafts/publish-draft.ts'
import {
  readContentRow,
  type ContentRow,
  type ContentValues,
} from '#server/services/content/drafts/read-content-row.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { importRefusal, publishingRefused } from './draft-refusals.ts'

/** The refusal of a change that was made from another state of its row. */
export function rowChanged(): ApiError {
  return new ApiError(codes.conflict, { message: '这条内容刚被改过，请看过现在的内容再操作' })
}

type Publishing = {
  kind: ContentKind
  row: ContentRow
  changes: ContentValues
  /** Why, for the record. */
  reason: string
  staff: Staff
  signal: AbortSignal
}

/** Publishes changed cells of a row at once, as a draft of one press; answers with the row's new version. */
export async function publishCells(
  { database, images, now }: Pick<ApiDependencies, 'database' | 'images' | 'now'>,
  { kind, row, changes, reason, staff, signal }: Publishing,
): Promise<string> {
  const { db } = database
  const draft = await db.transaction((tx) =>
    insertDraft(tx, {
      kind,
      rowId: row.id,
      schoolId: row.schoolId,
      title: row.title,
      base: row.version,
      changes,
      authorId: staff.id,
      author: staff.name,
      reason,
    }),
  )
  const needs = { database, images, signal, now: now() }
  const outcome = await publishDraft(needs, draft, { version: 1, actor: { staff } }).catch(
    (error: unknown) => {
      throw importRefusal(error)
    },
  )
  if (outcome.state !== 'published') throw publishingRefused(outcome)
  return found(await readContentRow(db, kind, row.id)).version
}
