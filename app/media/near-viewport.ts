import { pictureCache } from './picture-cache.ts'

/** Preload distance in screens, and the least time between two checks in ms (specification section 9). */
const preloadFactor = 1.3
const throttleMs = 200

type OnNearViewport = () => void

const watched = new Map<HTMLImageElement, OnNearViewport>()
const loadedPictures = pictureCache()
let isListening = false

/** Remembers that a picture was loaded: where it appears again, it is loaded at once. */
export function rememberLoaded(picture: HTMLImageElement): void {
  loadedPictures.add(picture.src)
}

/**
 * Calls back once when a lazy picture comes within 1.3 screens, or at once when it was loaded before, instead of the
 * engine's own distance for lazy loading; returns the function that stops watching.
 */
export function whenNearViewport(picture: HTMLImageElement, onNear: OnNearViewport): () => void {
  watched.set(picture, onNear)
  if (!isListening) {
    isListening = true
    window.addEventListener('scroll', checkPositions, { capture: true, passive: true })
    window.addEventListener('resize', checkPositions, { passive: true })
  }
  checkPositions()
  return () => {
    watched.delete(picture)
  }
}

/** Checks positions, throttled to once in 200 ms. */
const checkPositions = throttled(() => {
  const limit = window.innerHeight * preloadFactor
  for (const [picture, onNear] of watched) {
    const { top, bottom } = picture.getBoundingClientRect()
    if (!((top < limit && bottom > 0) || loadedPictures.has(picture.src))) continue
    watched.delete(picture)
    onNear()
  }
})

/** Throttles calls: runs at the end of the current task, then at most once in 200 ms, with a trailing run. */
function throttled(work: () => void): () => void {
  let isDue = false
  let isThrottling = false
  const run = () => {
    isDue = false
    isThrottling = true
    work()
    setTimeout(() => {
      isThrottling = false
      if (isDue) run()
    }, throttleMs)
  }
  return () => {
    if (isDue) return
    isDue = true
    if (!isThrottling) void Promise.resolve().then(run)
  }
}
