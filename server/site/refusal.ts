import { codes } from '../contract/codes.ts'
import type { Refusal } from './guard.ts'

const envelopeCodes = new Map<number, number>([
  [404, codes.notFound],
  [413, codes.tooLarge],
  [429, codes.tooMany],
  [503, codes.notNow],
])

/** The refusal of anything that cannot be answered now. */
export const unavailable: Refusal = {
  status: 503,
  message: '服务暂时不可用，请稍后再试',
  headers: { 'retry-after': '5' },
}

/** The answer to a refused request: an envelope under /api, a short page elsewhere. */
export function refuse(request: Request, { status, message, headers }: Refusal): Response {
  if (request.url.includes('/api/')) {
    const body = { code: envelopeCodes.get(status) ?? codes.invalidInput, message, data: null }
    return Response.json(body, { status, headers: { ...headers, 'cache-control': 'no-store' } })
  }
  const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${message}</title><h1>${message}</h1><p><a href="/">返回首页</a></p></html>`
  return new Response(page, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  })
}
