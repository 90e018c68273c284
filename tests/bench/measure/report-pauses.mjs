import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Loaded into a measured process before its own program: a SIGUSR2 tells the collector's pauses since the last, in ms. */
if (isMainThread) {
  let pauses = []
  const observer = new PerformanceObserver((list) => {
    pauses.push(...list.getEntries().map(({ duration }) => Math.round(duration * 100) / 100))
  })
  observer.observe({ entryTypes: ['gc'] })
  process.on('SIGUSR2', () => {
    console.log(JSON.stringify({ pauses }))
    pauses = []
  })
}
