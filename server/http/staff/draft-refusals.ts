import { codes } from '#server/contract/codes.ts'
import { ImportRunningError } from '#server/db/content/import-lock.ts'
import type { LineProblem } from '#server/services/content/drafts/draft-line.ts'
import type { DraftPublished } from '#server/services/content/drafts/publish-draft.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'

/** The refusal of what is wrong with a row: by field, what is about the whole row in the message. */
export function lineRefused(problems: readonly LineProblem[]): ApiError {
  return invalidFields(Object.fromEntries(problems.map(({ field = 'row', message }) => [field, message])))
}

/** The refusal of a draft that was changed since its version, or is finished. */
export function draftChanged(version?: number): ApiError {
  return new ApiError(codes.conflict, {
    message: '这份草稿刚被改过，请看过现在的内容再操作',
    data: version === undefined ? {} : { version },
  })
}

/** The refusal of a draft that was not published. */
export function publishingRefused(outcome: Exclude<DraftPublished, { state: 'published' }>): ApiError {
  switch (outcome.state) {
    case 'refused':
      return lineRefused(outcome.problems)
    case 'stale':
      return draftChanged()
    case 'gone':
      return notFound()
    default:
      return new ApiError(codes.conflict, { message: '写草稿以后，这条内容被别人改过，请比较以后再发布' })
  }
}

/** An import that runs at the moment as a refusal; any other error as it is. */
export function importRefusal(error: unknown): unknown {
  return error instanceof ImportRunningError
    ? new ApiError(codes.notNow, { message: '另一次导入或发布正在进行，请过一会儿再试' })
    : error
}
