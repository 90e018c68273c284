import { pictureCache } from './picture-cache.ts'

/** Specification section 9. */
const retryLimit = 3
const preloadFactor = 1.3
const throttleMs = 200
/** Before the first retry, in ms; doubled before each further one. */
const firstWaitMs = 500

const arrived = pictureCache()
const tries = new WeakMap<HTMLImageElement, number>()

/**
 * Follows the late pictures of a page: `data-state` says loading, loaded or error; one that fails is asked for up to
 * three times more, later each time. A picture that comes within 1.3 screens, or that was here before, does not wait for
 * the engine's own idea of near.
 */
export function watchPictures(): void {
  // A picture's load stops at the document, on its way to the window.
  document.addEventListener(
    'load',
    ({ target }) => target instanceof HTMLImageElement && loaded(target),
    true,
  )
  document.addEventListener(
    'error',
    ({ target }) => target instanceof HTMLImageElement && failed(target),
    true,
  )
  const look = throttled(() => {
    const limit = window.innerHeight * preloadFactor
    for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading]')) lookAt(picture, limit)
  })
  addEventListener('scroll', look, { capture: true, passive: true })
  addEventListener('resize', look, { passive: true })
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  look()
}

function lookAt(picture: HTMLImageElement, limit: number): void {
  if (picture.getAttribute('data-state') === null) {
    if (picture.naturalWidth > 0) loaded(picture)
    else picture.setAttribute('data-state', 'loading')
  }
  // `complete` says nothing here: a picture that waits for its turn is complete too.
  if (picture.loading !== 'lazy' || picture.naturalWidth > 0) return
  const { top, bottom } = picture.getBoundingClientRect()
  if ((top < limit && bottom > 0) || arrived.has(picture.src)) picture.loading = 'eager'
}

function loaded(picture: HTMLImageElement): void {
  arrived.add(picture.src)
  picture.setAttribute('data-state', 'loaded')
}

function failed(picture: HTMLImageElement): void {
  const tried = tries.get(picture) ?? 0
  if (tried >= retryLimit) return picture.setAttribute('data-state', 'error')
  tries.set(picture, tried + 1)
  picture.setAttribute('data-state', 'loading')
  setTimeout(
    () => {
      // Set anew, an address is asked for again.
      const address = picture.getAttribute('src')
      if (picture.isConnected && address !== null) picture.setAttribute('src', address)
    },
    firstWaitMs * 2 ** tried,
  )
}

/** At once, and then once in 200 ms however often it is called, with a last one at the end. */
function throttled(work: () => void): () => void {
  let waiting = false
  let again = false
  const run = () => {
    again = false
    work()
    waiting = true
    setTimeout(() => {
      waiting = false
      if (again) run()
    }, throttleMs)
  }
  return () => {
    if (waiting) again = true
    else run()
  }
}
