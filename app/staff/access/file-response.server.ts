import { data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import { codes } from '#server/contract/codes.ts'
import type { StaffEndpoint } from '#server/contract/staff/staff-endpoint.ts'
import { staffPrefix } from '#server/contract/staff/staff-paths.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { factorField, isFactorAsked, type FactorAsked } from './factor-asked.ts'
import { isSessionOver } from './session-over.ts'
import { staffApi } from './staff-api.server.ts'

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** A file that the browser saves under a name; no cache stores it. */
export function fileResponse(body: BodyInit, name: string): Response {
  return new Response(body, {
    headers: {
      'content-type': types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** A part of a file, and where the next one begins; without it this is the last one. */
type Part = { text: string; next?: number | undefined }

/** The parts of a file one after another, each read when the browser has taken the one before. */
export function streamOfParts<P extends Part>(
  first: P,
  load: (from: number) => Promise<P>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let { next } = first
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first.text)),
    async pull(controller) {
      if (next === undefined) return controller.close()
      const part = await load(next)
      next = part.next
      controller.enqueue(encoder.encode(part.text))
    },
  })
}

/** A form that a file answers: its page, and the values that its fields have in the page's query. */
type FileForm = { page: string; values: Readonly<Record<string, string>> }

/** Why the page of a form asks for a second factor. */
const factorQuery = 'factor'

/**
 * Sends a form that a file answers. What a page of its own would show leads back to the form's page, with what was typed
 * in its query: refused values, a session that is over, a second factor that is asked for (`assertFactorNotAsked`). Throws
 * other refusals as a text.
 */
export async function sendForFile<Data extends z.ZodType>(
  caller: Caller,
  endpoint: StaffEndpoint<z.ZodObject, Data>,
  fields: Readonly<Record<string, string>>,
  { page, values }: FileForm,
): Promise<z.output<Data>> {
  const backTo = (more: Readonly<Record<string, string>> = {}) =>
    redirect(`${page}?${new URLSearchParams({ ...values, ...more }).toString()}`, 303)
  const reply = await staffApi(caller)
    .send(endpoint, fields)
    .catch((error: unknown) => {
      const facts: unknown =
        typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
      if (isSessionOver(facts)) throw backTo()
      if (isFactorAsked(facts))
        throw backTo({
          [factorQuery]:
            facts.problem === undefined ? 'asked' : facts.problem.status === 429 ? 'locked' : 'refused',
        })
      throw error
    })
  if (reply.ok) return reply.data
  if (reply.code === codes.invalidInput) throw backTo()
  const { message, status } = problemOf(reply)
  throw new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

const factorTexts: Readonly<Record<string, string>> = {
  refused: '动态码不正确，或者已经用过，请等它换成下一个',
  locked: '输错太多次，请过 15 分钟再试',
}

/** Throws the page that asks for a second factor, where `sendForFile` led here for one; `action` answers with the file. */
export function assertFactorNotAsked(
  request: Request,
  { action, values }: { action: string; values: Readonly<Record<string, string>> },
): void {
  const why = new URL(request.url).searchParams.get(factorQuery)
  if (why === null) return
  const message = factorTexts[why]
  const facts: FactorAsked = {
    factorAsked: true,
    action: staffPrefix.slice(0, -1) + action,
    texts: Object.entries(values),
    problem: message === undefined ? undefined : { message, fields: { [factorField]: message }, status: 400 },
  }
  throw data(facts, { status: 403 })
}
