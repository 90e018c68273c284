import { cookiesOf } from '#app/cookies.server.ts'

/** Chrome below 64 and iOS below 12 are under the floor: they get the page without scripts. */
function isUnsupportedBrowser(agent: string): boolean {
  const chrome = /Chrom(?:e|ium)\/(\d+)/.exec(agent)?.[1]
  if (chrome !== undefined) return Number(chrome) < 64
  const ios = /(?:iPhone|CPU) OS (\d+)[._]/.exec(agent)?.[1]
  return ios !== undefined && Number(ios) < 12
}

/**
 * Whether a request gets the lite page: no scripts, smaller pictures. Asked for by `Save-Data: on` or the cookie
 * `lite=1`, refused by `lite=0`, given to engines below the floor.
 */
export function isLite(request: Request): boolean {
  const { lite } = cookiesOf(request)
  if (isUnsupportedBrowser(request.headers.get('user-agent') ?? '')) return true
  if (lite !== undefined) return lite === '1'
  return request.headers.get('save-data')?.toLowerCase() === 'on'
}

/** Whether this browser has shown that it runs no scripts (cookie `nojs`). */
export function runsNoScripts(request: Request): boolean {
  return cookiesOf(request)['nojs'] === '1'
}
