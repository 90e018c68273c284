import { pinning } from '../measure/cores.ts'
import { drive, generator, type Driven, type Load } from '../measure/drive.ts'
import { startReadyBuffer } from '../measure/ready-buffer.ts'
import { stallReporter, watchStalls, type Stalls } from '../measure/stalls.ts'
import { startSite } from '../measure/start-site.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { whole } from '../statistics.ts'

const list = '/schoollist/shenzhen/'
const loadShare = 0.7
const budget = 5

type Calm = Driven & { capacity: number; spread: number }

async function capacityOf(load: Load): Promise<number> {
  await drive(load)
  return (await drive(load)).perSecond
}

/** Answers at 70 % of what the server can do. */
async function driveCalmly(load: Load, capacity: number): Promise<Calm> {
  const driven = await drive({ ...load, seconds: load.seconds * 3, rate: capacity * loadShare })
  return { ...driven, capacity, spread: driven.p99Ms / driven.medianMs }
}

/**
 * What makes the slowest answers slow, in words, and whether that shows the cause: a server that only works as long for
 * each answer misses the budget too, or the collector alone holds up one in a hundred. A pause holds up whoever comes
 * while it lasts, and while what has come meanwhile is worked off.
 */
function causeOf(what: string, ours: Calm, reference: Calm, { pauses, withoutCoreMs, ms }: Stalls) {
  const sum = (times: readonly number[]) => times.reduce((all, time) => all + time, 0)
  const long = pauses.filter((pause) => pause > budget * ours.medianMs)
  const slowedDown = sum(long) / (1 - loadShare) / ms
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`
  const words =
    `${what}: a server that only works as long has ${reference.spread.toFixed(1)} x (p99 ${reference.p99Ms.toFixed(1)} ms)` +
    `; collector ${percent(sum(pauses) / ms)} of the time, at most ${Math.max(0, ...pauses).toFixed(0)} ms, alone holds up ` +
    `${percent(slowedDown)} beyond the budget; ${percent(withoutCoreMs / ms)} of the time without a core`
  return { words, isShown: reference.spread > budget || slowedDown >= 0.01 }
}

/** How long answers take at 70 % of what one core can do, and where that is too long, why. */
export async function measureLatency({ seconds }: Settings): Promise<Measured> {
  const measured: Measured = { lines: [], tables: [], figures: [] }
  const rows: string[][] = []
  const spreads: number[] = []
  const causes: ReturnType<typeof causeOf>[] = []
  const row = (what: string, calm: Calm) => [
    what,
    whole(calm.capacity),
    whole(calm.perSecond),
    calm.medianMs.toFixed(2),
    calm.p99Ms.toFixed(2),
    calm.spread.toFixed(1),
    whole(calm.failed),
  ]
  for (const [what, cache] of [
    ['from the page cache', 'on'],
    ['rendered anew', 'off'],
  ] as const) {
    const site = await startSite({ PAGE_CACHE: cache, ...stallReporter })
    const load = { url: site.url, paths: [list], seconds }
    const capacity = await capacityOf(load)
    const stalls = await watchStalls(site)
    const ours = await driveCalmly(load, capacity)
    const stallsOfServer = await stalls()
    const bare = await startReadyBuffer(site.url + list, 1000 / capacity)
    await site.stop()
    const bareLoad = { url: bare.url, paths: ['/'], seconds }
    const reference = await driveCalmly(bareLoad, await capacityOf(bareLoad))
    await bare.stop()
    spreads.push(ours.spread)
    rows.push(row(what, ours), row('a server that only works as long', reference))
    if (ours.spread > budget) causes.push(causeOf(what, ours, reference, stallsOfServer))
    measured.figures.push({ name: `p99 / median, ${what}`, value: ours.spread, better: 'less' })
  }
  const [cached = Number.NaN, anew = Number.NaN] = spreads
  measured.lines.push({
    budget: 'latency',
    measured: `${cached.toFixed(1)} x from the cache, ${anew.toFixed(1)} x rendered anew`,
    isMet: causes.every(({ isShown }) => isShown),
    ...(causes.length === 0 ? {} : { cause: causes.map(({ words }) => words).join('. ') }),
  })
  measured.tables.push({
    title: `Time to answer at 70 % of capacity: list of 20 schools, ${generator}, ${pinning}`,
    head: ['page', 'capacity/s', 'asked/s', 'median ms', 'p99 ms', 'p99 / median', 'failed'],
    rows,
  })
  return measured
}
