import { cookiesOf } from '#app/cookies.server.ts'

/** Whether a browser is below the supported versions (Chrome 64, iOS 12): it gets pages without scripts. */
function isUnsupportedBrowser(agent: string): boolean {
  const chrome = /Chrom(?:e|ium)\/(\d+)/.exec(agent)?.[1]
  if (chrome !== undefined) return Number(chrome) < 64
  const ios = /(?:iPhone|CPU) OS (\d+)[._]/.exec(agent)?.[1]
  return ios !== undefined && Number(ios) < 12
}

/**
 * Whether a request gets the lite page: no scripts, smaller pictures. Requested by `Save-Data: on` or the cookie
 * `lite=1`, turned off by `lite=0`, forced for unsupported browsers.
 */
export function isLite(request: Request): boolean {
  const { lite } = cookiesOf(request)
  if (isUnsupportedBrowser(request.headers.get('user-agent') ?? '')) return true
  if (lite !== undefined) return lite === '1'
  return request.headers.get('save-data')?.toLowerCase() === 'on'
}

/** Whether this browser is known to run no scripts (cookie `nojs`). */
export function runsNoScripts(request: Request): boolean {
  return cookiesOf(request)['nojs'] === '1'
}
