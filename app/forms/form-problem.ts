import { httpStatusOf } from '#server/contract/codes.ts'
import type { Reply } from '#app/api/client.server.ts'

/** Why a form was refused: the message, errors by field name, and the HTTP status of the page that shows them. */
export type FormProblem = { message: string; fields: Readonly<Record<string, string>>; status: number }

/** The form problem of an API refusal. */
export function problemOf(reply: Extract<Reply<unknown>, { ok: false }>): FormProblem {
  const { code, message, data } = reply
  return { message, fields: fieldsOf(data), status: httpStatusOf(code) }
}

function fieldsOf(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return {}
  const { fields } = data
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]: [string, unknown]) =>
      typeof text === 'string' ? [[name, text]] : [],
    ),
  )
}

/** Whether the refusal of a request for a code says that an earlier code, sent for this browser, is still valid. */
export function hasCode(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'has_code' in data && data.has_code === true
}
