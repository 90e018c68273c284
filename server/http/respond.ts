import { codes } from '#server/contract/codes.ts'
import type { ApiError } from './api-error.ts'

/** Who may keep an answer: nobody (`never`), or the asking browser if it asks again each time (`revalidate`). */
export type Keeping = 'never' | 'revalidate'

const cacheControl = { never: 'no-store', revalidate: 'private, no-cache' } as const

/** The envelope of a success as text. */
export function successText(data: unknown): string {
  return JSON.stringify({ code: codes.success, message: '成功', data })
}

/** Says that an answer is the last good one: nothing newer could be had. */
export const olderData: Readonly<Record<string, string>> = { 'server-timing': 'data;desc="older"' }

/** An answer with a ready JSON text. */
export function jsonResponse(
  text: string,
  keeping: Keeping,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(text, { headers: { ...headersFor(keeping), ...more } })
}

/** The answer of a refusal. */
export function refusalResponse({ code, message, data, status, headers }: ApiError): Response {
  return new Response(JSON.stringify({ code, message, data }), {
    status,
    headers: { ...headersFor('never'), ...headers },
  })
}

function headersFor(keeping: Keeping): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl[keeping],
    'x-content-type-options': 'nosniff',
  }
}
