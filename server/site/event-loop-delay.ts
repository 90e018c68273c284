import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 10
const windowMs = 500

/** How late this process's event loop runs, in ms: the mean of the last half second. */
export type EventLoopDelay = { ms: () => number; stop: () => void }

/** Measures the event loop of this process. */
export function watchEventLoop(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  let ms = 0
  const timer = setInterval(() => {
    // Without a sample the loop stood still for the whole window.
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
