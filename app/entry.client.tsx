import { keyHistoryEntry } from './navigation/scroll-restoration.tsx'
import { reloadPersonalPagesFromBfcache } from './visitor/bfcache.ts'
import { hydrate } from './remix/hydrate.tsx'
import { reportErrors } from './api/report-errors.ts'

/**
 * Takes the page over. The document's own script calls it once every module of the page is there; what stands above runs
 * no sooner than that.
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
  // Links and forms do all until then, and where a page cannot be hydrated.
  hydrate().then((isHydrating) => {
    if (isHydrating) forgetThatScriptsWereOff()
    else stayRendered()
  }, stayRendered)
}

/** A browser that cannot hydrate pages is served as one without scripts from now on: with login state and basket. */
function stayRendered(): void {
  document.cookie = `nojs=1; Max-Age=${30 * 24 * 60 * 60}; Path=/; SameSite=Lax`
}

function forgetThatScriptsWereOff(): void {
  if (document.cookie.includes('nojs=')) document.cookie = 'nojs=; Max-Age=0; Path=/'
}
