import { codes } from '#server/contract/codes.ts'
import type { ApiError } from './api-error.ts'

/** Cache policy of an answer: not stored, or stored by the browser and revalidated each time. */
export type CachePolicy = 'never' | 'revalidate'

const cacheControl = { never: 'no-store', revalidate: 'private, no-cache' } as const

/** The envelope of a success as JSON text. */
export function successText(data: unknown): string {
  return JSON.stringify({ code: codes.success, message: '成功', data })
}

/** Response header of stale data: the last good answer, since no newer one could be computed. */
export const staleHeaders: Readonly<Record<string, string>> = {
  'server-timing': 'data;desc="stale_if_error"',
}

/** A response with JSON text. */
export function jsonResponse(
  text: string,
  cachePolicy: CachePolicy,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(text, { headers: { ...headersFor(cachePolicy), ...more } })
}

/** The response of a refusal. */
export function refusalResponse({ code, message, data, status, headers }: ApiError): Response {
  return new Response(JSON.stringify({ code, message, data }), {
    status,
    headers: { ...headersFor('never'), ...headers },
  })
}

function headersFor(cachePolicy: CachePolicy): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl[cachePolicy],
    'x-content-type-options': 'nosniff',
  }
}
