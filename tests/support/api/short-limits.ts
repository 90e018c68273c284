import { createUpstreams, type Upstreams } from '#server/services/upstream.ts'

/** Ways to other systems whose calls get `limit.ms` while that is set, and the limits, in ms, that they would have had. */
export function shortLimits(...given: Parameters<typeof createUpstreams>): {
  upstreams: Upstreams
  usual: number[]
  limit: { ms: number | undefined }
} {
  const real = createUpstreams(...given)
  const usual: number[] = []
  const limit: { ms: number | undefined } = { ms: 100 }
  return {
    usual,
    limit,
    upstreams: {
      circuits: real.circuits,
      to(options) {
        const way = real.to(options)
        return (call, more = {}) => {
          const usualMs = more.timeLimitMs ?? options.timeLimitMs
          usual.push(usualMs)
          return way(call, { ...more, timeLimitMs: limit.ms ?? usualMs })
        }
      },
    },
  }
}
