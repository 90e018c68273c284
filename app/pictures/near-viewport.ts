import { pictureCache } from './picture-cache.ts'

/** Specification section 9. */
const preloadFactor = 1.3
const throttleMs = 200

type OnNear = () => void

const waiting = new Map<HTMLImageElement, OnNear>()
const arrived = pictureCache()
let isListening = false

/** Remembers that a picture has arrived: where it comes again, it waits for nothing. */
export function rememberLoaded(picture: HTMLImageElement): void {
  arrived.add(picture.src)
}

/**
 * Calls back once when a late picture comes within 1.3 screens, or at once when it was here before, so that it need not
 * wait for the engine's own idea of near; until the returned function is called.
 */
export function whenNearViewport(picture: HTMLImageElement, onNear: OnNear): () => void {
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

/** Looks at most once in 200 ms, first when all that comes at the same time has come. */
const checkPositions = throttled(() => {
  const limit = window.innerHeight * preloadFactor
  for (const [picture, onNear] of waiting) {
    const { top, bottom } = picture.getBoundingClientRect()
    if (!((top < limit && bottom > 0) || arrived.has(picture.src))) continue
    waiting.delete(picture)
    onNear()
  }
})

/** At the end of the task, and then once in 200 ms however often it is called, with a last one at the end. */
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
