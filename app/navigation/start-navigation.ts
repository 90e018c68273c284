import { isRouteErrorResponse } from '@remix-run/react'
import { isJump, opensHere, plainLinkOf } from './client-address.ts'
import { watchIntent } from './intent.ts'
import { isOutdated, mayReload } from './outdated.ts'
import { loadStyles, preparePage } from './prepare-page.ts'
import { endProgress, prefersStillness, startProgress } from './progress-bar.ts'
import { keepPlace } from './scroll-places.ts'

/** A page that is not there by then is opened by a full load, in ms (specification section 9). */
const patienceMs = 10_000

/** Counts the pages asked for: what was asked for before the latest comes too late. */
let turn = 0

/** Lets presses on plain links and searches by plain forms open pages inside the document. */
export function startNavigation(): void {
  // Behind whatever a page does with a press itself.
  window.addEventListener('click', followClick)
  window.addEventListener('submit', followSearch)
  window.addEventListener('popstate', () => {
    turn += 1
    keepPlace()
    startProgress()
  })
  window.addEventListener('pagehide', () => {
    keepPlace()
    history.scrollRestoration = 'auto'
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) endProgress()
  })
  // Reloaded among pages that were opened inside one document: Back stays inside it.
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'idx' in state && state.idx !== 0) {
    history.scrollRestoration = 'manual'
    loadStyles().catch(() => undefined)
  }
  leaveFailedPages()
  watchIntent()
  document.documentElement.dataset['scripts'] = 'on'
}

function followClick(event: MouseEvent): void {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  const link = plainLinkOf(event.target)
  if (link !== undefined) follow(event, new URL(link.href))
}

function followSearch(event: SubmitEvent): void {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  const { submitter } = event
  // Engines that do not say which button was pressed send the form themselves.
  if (submitter === undefined) return
  const asked = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  if ((asked('method') ?? 'get').toLowerCase() !== 'get' || asked('target') !== null) return
  const url = new URL(asked('action') ?? '', window.location.href)
  url.search = ''
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') url.searchParams.append(name, value)
  }
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') {
    url.searchParams.append(submitter.name, submitter.value)
  }
  follow(event, url)
}

function follow(event: Event, url: URL): void {
  if (isJump(url) || !opensHere(url) || isOutdated()) return
  event.preventDefault()
  turn += 1
  const mine = turn
  const byFullLoad = () => {
    if (mine === turn) window.location.assign(url.href)
  }
  startProgress()
  const impatience = window.setTimeout(byFullLoad, patienceMs)
  preparePage(url, { ahead: false })
    .then(() => {
      if (mine !== turn) return
      history.scrollRestoration = 'manual'
      keepPlace()
      void window.__remixRouter.navigate(url.pathname + url.search + url.hash, {
        viewTransition: !prefersStillness(),
      })
    }, byFullLoad)
    .finally(() => clearTimeout(impatience))
}

/** A page whose data could not be read, on the way back for instance, is loaded as a document, once. */
function leaveFailedPages(): void {
  const router = window.__remixRouter
  let shown = router.state.location
  router.subscribe(({ errors, location, navigation }) => {
    if (navigation.state !== 'idle' || location === shown) return
    shown = location
    const isBroken = Object.values(errors ?? {}).some((error) => !isRouteErrorResponse(error))
    if (isBroken && mayReload()) window.location.reload()
  })
}
