import { pinning } from '../measure/cores.ts'
import { drive, generator } from '../measure/drive.ts'
import { startSite } from '../measure/start-site.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { whole } from '../statistics.ts'

const list = '/schoollist/shenzhen/'
const loadShare = 0.7

/** How long answers take at 70 % of what one core can do. */
export async function measureLatency({ seconds }: Settings): Promise<Measured> {
  const measured: Measured = { lines: [], tables: [], figures: [] }
  const rows: string[][] = []
  const spreads: number[] = []
  for (const [what, cache] of [
    ['from the page cache', 'on'],
    ['rendered anew', 'off'],
  ] as const) {
    const site = await startSite({ PAGE_CACHE: cache })
    const load = { url: site.url, paths: [list], seconds }
    await drive(load)
    const capacity = (await drive(load)).perSecond
    const calm = await drive({ ...load, seconds: seconds * 3, rate: capacity * loadShare })
    await site.stop()
    const spread = calm.p99Ms / calm.medianMs
    spreads.push(spread)
    rows.push([
      what,
      whole(capacity),
      whole(calm.perSecond),
      calm.medianMs.toFixed(2),
      calm.p99Ms.toFixed(2),
      spread.toFixed(1),
    ])
    measured.figures.push({ name: `p99 / median, ${what}`, value: spread, better: 'less' })
  }
  const [cached = Number.NaN, anew = Number.NaN] = spreads
  measured.lines.push({
    budget: 'latency',
    measured: `${cached.toFixed(1)} x from the cache, ${anew.toFixed(1)} x rendered anew`,
    isMet: Math.max(cached, anew) <= 5,
  })
  measured.tables.push({
    title: `Time to answer at 70 % of capacity: list of 20 schools, ${generator}, ${pinning}`,
    head: ['page', 'capacity/s', 'asked/s', 'median ms', 'p99 ms', 'p99 / median'],
    rows,
  })
  return measured
}
