import { brotliCompressSync } from 'node:zlib'
import { median } from '../statistics.ts'

let known: number | undefined

/** How long a fixed piece of work takes here, in ms: times of runs on two machines are compared in its relation. */
export function machineMs(): number {
  known ??= median(Array.from({ length: 7 }, work))
  return known
}

function work(): number {
  const started = performance.now()
  const words = Array.from({ length: 60_000 }, (_, at) => ((at * 7919) % 60_013).toString(36))
  words.sort()
  brotliCompressSync(Buffer.from(JSON.stringify(words)).subarray(0, 100_000))
  return performance.now() - started
}
