/** What is no page to return to: the login and /404/, and routes and folders of the site without a page. */
const noPages =
  /^\/(?:login|404|api|media|assets|builds|sitemap|visitor|lite|logout|healthz|readyz|metrics)(?:\/|$)/i
/** Files, and data of pages; a text that is searched for may look like one, before the slash at its end. */
const files = /^(?!\/staff\/)(?!\/schoollist\/.*\/$).*\.[a-z]\w*\/?$/i

/**
 * Open-redirect guard: the path and query of a page of this site that a `redirect` parameter names, as ASCII; undefined
 * for what is no page, and for anything that leads to another origin or could be parsed so. Control characters,
 * backslashes and doubled slashes are refused, however encoded.
 */
export function safeReturnPath(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined || given.length > 1500 || !given.startsWith('/')) return undefined
  if (!isSafe(given)) return undefined
  try {
    const base = 'http://site.invalid'
    const url = new URL(given, base)
    if (url.origin !== base || url.username !== '' || !isSafe(url.pathname)) return undefined
    return isPage(decodeURIComponent(url.pathname)) ? url.pathname + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}

function isPage(path: string): boolean {
  return !noPages.test(path) && !files.test(path)
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
