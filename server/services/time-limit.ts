/**
 * A signal that aborts with another one, or after `ms`. Its own timer keeps it alive: in Node 20 the signal of
 * `AbortSignal.any` over `AbortSignal.timeout` can be collected before it aborts, and the call would wait for ever.
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  const limit = new AbortController()
  const abort = () => limit.abort(signal.reason)
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', abort)
    limit.abort(new DOMException('the time is over', 'TimeoutError'))
  }, ms)
  timer.unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return limit.signal
}
