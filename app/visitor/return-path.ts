/**
 * Open-redirect guard: the path and query of this site that a `redirect` parameter names, as ASCII; undefined for
 * anything that leads to another origin or could be parsed so. Control characters, backslashes and doubled slashes
 * are refused, however encoded.
 */
export function safeReturnPath(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined || given.length > 1500 || !given.startsWith('/')) return undefined
  if (!isSafe(given)) return undefined
  try {
    const base = 'http://site.invalid'
    const url = new URL(given, base)
    if (url.origin !== base || url.username !== '' || !isSafe(url.pathname)) return undefined
    return /^\/(?:login|404)(?:\/|$)/i.test(url.pathname) ? undefined : url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}

/** Checks the text as it is and decoded twice, since proxies and browsers may decode once more. */
function isSafe(text: string): boolean {
  let seen = text
  for (let round = 0; round < 3; round += 1) {
    const [path = ''] = seen.split(/[?#]/, 1)
    if (/[\p{Cc}\\\u2028\u2029]/u.test(seen) || /\/\/|\/\.{1,2}(?:\/|$)/.test(path)) return false
    try {
      seen = decodeURIComponent(seen)
    } catch {
      return round > 0
    }
  }
  return true
}
