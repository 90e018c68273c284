import { codes } from '../contract/codes.ts'
import { durationText } from '../contract/duration-text.ts'
import type { Refusal } from './guard.ts'
import { securityHeaders } from './headers.ts'

const envelopeCodes = new Map<number, number>([
  [404, codes.notFound],
  [413, codes.tooLarge],
  [429, codes.tooMany],
  [503, codes.notNow],
])

/** 503 because a part of the site is unavailable. */
export const unavailable: Refusal = {
  status: 503,
  message: '服务暂时不可用，请稍后再试',
  headers: { 'retry-after': '5' },
}

/** 503 because of overload. */
export const overloaded: Refusal = {
  status: 503,
  message: '现在访问的人太多，请稍后再试',
  headers: { 'retry-after': '3' },
}

/** 429 for a client beyond its rate limit; `seconds` until it may retry. */
export function tooManyRequests(seconds: number): Refusal {
  return {
    status: 429,
    message: `您的网络请求得太频繁，请 ${durationText(seconds)}后再试`,
    headers: { 'retry-after': String(seconds) },
    data: { retry_after: seconds },
  }
}

type Answer = { status: number; headers: Record<string, string>; body: string }

function answerOf(refusal: Refusal, isApi: boolean): Answer {
  const { status, message, data = {} } = refusal
  const body = isApi
    ? JSON.stringify({ code: envelopeCodes.get(status) ?? codes.invalidInput, message, data })
    : `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${message}</title><h1>${message}</h1><p><a href="/">返回首页</a></p></html>`
  const headers = {
    ...refusal.headers,
    'content-type': isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
  return { status, headers, body }
}

/** The response to a refused request: an envelope under /api, a short page elsewhere. */
export function refuse(request: Request, refusal: Refusal): Response {
  const { status, headers, body } = answerOf(refusal, new URL(request.url).pathname.startsWith('/api/'))
  return new Response(body, { status, headers })
}

/** The same responses prepared for writing, so that refusing costs next to nothing. */
export function readyRefusal(refusal: Refusal): { api: Answer; page: Answer } {
  const ready = (isApi: boolean) => {
    const answer = answerOf(refusal, isApi)
    return { ...answer, headers: { ...securityHeaders, ...answer.headers } }
  }
  return { api: ready(true), page: ready(false) }
}
