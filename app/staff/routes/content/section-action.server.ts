import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { codes } from '#server/contract/codes.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import { saveDraft } from '#server/contract/staff/drafts.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { draftPath } from '../../content-paths.ts'
import { withDone } from '../../paths.ts'
import type { ContentField } from './content-texts.ts'
import { readSection } from './posted-section.server.ts'
import { missingWords, storePictures } from './section-pictures.server.ts'
import { textPreview } from './text-preview.server.ts'
import type { TextPreviewData } from './text-preview.tsx'

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
  const { cells: given, base, intent, emptyRows, files } = await readSection(args.request, fields)
  const { uploaded, faults } = await storePictures(api, files)
  const cells = { ...given, ...uploaded }
  const typed = { cells, emptyRows, problem: undefined, previews: {}, isConflict: false }
  const refusedPictures = {
    ...faults,
    ...(intent === '' ? missingWords(uploaded, { kind, fields, cells }) : {}),
  }
  const [message] = Object.values(refusedPictures)
  if (message !== undefined)
    return refused({ ...typed, problem: { message, fields: refusedPictures, status: 400 } })
  if (intent === 'add') return typed
  if (intent === 'preview') {
    const previews: Record<string, TextPreviewData> = {}
    for (const { name, control } of fields) {
      if (control !== 'rich') continue
      const drawn = await textPreview(api, { kind, text: cells[name] ?? '' })
      if (!drawn.ok) return refused({ ...typed, problem: problemOf(drawn) })
      previews[name] = drawn.preview
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
