import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { codes } from '#server/contract/codes.ts'
import { showContentText, type ContentKind } from '#server/contract/staff/content.ts'
import { saveDraft } from '#server/contract/staff/drafts.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { draftPath } from '../../content-paths.ts'
import { withDone } from '../../paths.ts'
import type { ContentField } from './content-texts.ts'
import { readSection } from './posted-section.server.ts'

/** What a section's form belongs to: a row, a draft, or neither for a new row. */
type Edited = {
  kind: ContentKind
  fields: readonly ContentField[]
  rowId?: string
  draftId?: string
}

/**
 * Answers a section's form: more rows or a preview with everything typed, or the cells stored in a draft, whose page is
 * next. After another's change it shows the form again, as typed.
 */
export async function answerSection(args: ActionFunctionArgs, { kind, fields, rowId, draftId }: Edited) {
  const api = staffApi(args)
  const { cells, base, intent, emptyRows } = await readSection(args.request, fields)
  const typed = { cells, emptyRows, problem: undefined, previews: {}, isConflict: false }
  if (intent === 'add') return typed
  if (intent === 'preview') {
    const previews: Record<string, string> = {}
    for (const { name, control } of fields) {
      if (control !== 'rich') continue
      const reply = await api.send(showContentText, { text: cells[name] ?? '' })
      if (!reply.ok) return refused({ ...typed, problem: problemOf(reply) })
      previews[name] = reply.data.html
    }
    return { ...typed, previews }
  }
  const target =
    draftId !== undefined
      ? { id: draftId, version: base }
      : rowId !== undefined
        ? { row_id: rowId, base }
        : {}
  const reply = await api.send(saveDraft, { ...target, kind, changes: cells })
  if (!reply.ok)
    return refused({ ...typed, problem: problemOf(reply), isConflict: reply.code === codes.conflict })
  throw redirect(withDone(draftPath(reply.data.id), 'saved'), 303)
}
