import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 10
const windowMs = 500

/** Event loop delay of this process in ms: the mean of the last half second. */
export type EventLoopDelay = { ms: () => number; stop: () => void }

/** Starts to measure the event loop delay. */
export function watchEventLoop(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  let ms = 0
  const timer = setInterval(() => {
    // No sample: the event loop was blocked for the whole window.
    ms = histogram.count === 0 ? windowMs : Math.max(0, histogram.mean / 1e6 - resolutionMs)
    histogram.reset()
  }, windowMs)
  timer.unref()
  return {
    ms: () => ms,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
