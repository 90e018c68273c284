import type { ActionFunctionArgs } from '@remix-run/node'
import { showContentText, type ContentKind } from '#server/contract/staff/content.ts'
import { articleParts } from '#app/articles/article-parts.server.ts'
import { readFormData } from '../../access/posted-form.server.ts'
import { staffApi, type StaffApi } from '../../access/staff-api.server.ts'
import { kindIn } from './kind-in.server.ts'
import type { TextPreviewData } from './text-preview.tsx'

/** A text as visitors will see it, or the API's refusal. */
export async function textPreview(api: StaffApi, input: { kind: ContentKind; text: string }) {
  const reply = await api.send(showContentText, input)
  if (!reply.ok) return reply
  const { html, parts, problems } = reply.data
  const preview: TextPreviewData = { parts: articleParts({ body: html, parts }), problems }
  return { ok: true as const, preview }
}

/** Draws the text that a form of the page posts while one types. */
export async function previewText(args: ActionFunctionArgs): Promise<TextPreviewData | { failure: string }> {
  const text = (await readFormData(args.request)).get('text')
  const asked = { kind: kindIn(args.params), text: typeof text === 'string' ? text : '' }
  try {
    const drawn = await textPreview(staffApi(args), asked)
    return drawn.ok ? drawn.preview : { failure: drawn.message }
  } catch (error) {
    // The page that logs in again would take the place of what is being typed; saving the form shows it.
    if (error instanceof Error) throw error
    return { failure: '登录已超时，先存为草稿，就会请您登录' }
  }
}
