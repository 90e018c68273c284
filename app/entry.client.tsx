import { keyHistoryEntry } from './remix/history-key.ts'
import { reloadPersonalPagesFromBfcache } from './visitor/bfcache.ts'
import { hydrate } from './remix/hydrate.tsx'
import { reportErrors } from './api/report-errors.ts'

/**
 * Hydrates the page. The document's bootstrap script calls it once every module of the page is loaded, so the imports
 * above do not run before that.
 */
export function start(): void {
  // All files are there: no load is pending any more.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the document's first script set it so
  window.onclick = null
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the same
  window.onsubmit = null
  reportErrors()
  reloadPersonalPagesFromBfcache()
  keyHistoryEntry()
  // Until then, and where a page cannot be hydrated, links and forms work natively.
  hydrate().then((isHydrating) => {
    if (isHydrating) clearNoScriptCookie()
    else markAsNoScript()
  }, markAsNoScript)
}

/** Marks a browser that cannot hydrate as one without scripts: later pages are rendered with login state and basket. */
function markAsNoScript(): void {
  document.cookie = `nojs=1; Max-Age=${30 * 24 * 60 * 60}; Path=/; SameSite=Lax`
}

function clearNoScriptCookie(): void {
  if (document.cookie.includes('nojs=')) document.cookie = 'nojs=; Max-Age=0; Path=/'
}
