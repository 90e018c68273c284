import { pictureCache } from './picture-cache.ts'

/** Preload distance in screens, and the least time between two checks in ms (specification section 9). */
const preloadFactor = 1.3
const throttleMs = 200

type OnNearViewport = () => void

const waiting = new Map<HTMLImageElement, OnNearViewport>()
const arrived = pictureCache()
let isListening = false

/** Remembers that a picture was loaded: where it appears again, it is loaded at once. */
export function rememberLoaded(picture: HTMLImageElement): void {
  arrived.add(picture.src)
}

/**
 * Calls back once when a lazy picture comes within 1.3 screens, or at once when it was loaded before, instead of the
 * engine's own distance for lazy loading; returns the function that stops watching.
 */
export function whenNearViewport(picture: HTMLImageElement, onNear: OnNearViewport): () => void {
  waiting.set(picture, onNear)
  if (!isListening) {
    isListening = true
    window.addEventListener('scroll', checkPositions, { capture: true, passive: true })
    window.addEventListener('resize', checkPositions, { passive: true })
  }
  checkPositions()
  return () => {
    waiting.delete(picture)
  }
}

/** Checks positions, throttled to once in 200 ms. */
const checkPositions = throttled(() => {
  const limit = window.innerHeight * preloadFactor
  for (const [picture, onNear] of waiting) {
    const { top, bottom } = picture.getBoundingClientRect()
    if (!((top < limit && bottom > 0) || arrived.has(picture.src))) continue
    waiting.delete(picture)
    onNear()
  }
})

/** Throttles calls: runs at the end of the current task, then at most once in 200 ms, with a trailing run. */
function throttled(work: () => void): () => void {
  let isDue = false
  let isResting = false
  const run = () => {
    isDue = false
    isResting = true
    work()
    setTimeout(() => {
      isResting = false
      if (isDue) run()
    }, throttleMs)
  }
  return () => {
    if (isDue) return
    isDue = true
    if (!isResting) void Promise.resolve().then(run)
  }
}
