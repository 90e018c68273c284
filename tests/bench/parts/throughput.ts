import { startBareRemix } from '../measure/bare-remix.ts'
import { pinning } from '../measure/cores.ts'
import { drive, generator, type Load } from '../measure/drive.ts'
import { startReadyBuffer } from '../measure/ready-buffer.ts'
import { startSite } from '../measure/start-site.ts'
import type { Line, Measured } from '../part.ts'
import { watchWork, workReporter } from '../measure/work.ts'
import type { Settings } from '../settings.ts'
import { median, whole } from '../statistics.ts'

const list = '/schoollist/shenzhen/'

/** Requests per second of two loads, turn by turn, so that both see the same machine. */
async function duel(ours: Load, reference: Load, turns: number) {
  const rates: { ours: number; reference: number }[] = []
  const notes = new Set<string>()
  for (let turn = 0; turn <= turns; turn += 1) {
    const [mine, other] = [await drive(ours), await drive(reference)]
    if (mine.failed + other.failed > 0) notes.add(`${mine.failed + other.failed} requests failed`)
    // The first turn warms both up.
    if (turn > 0) rates.push({ ours: mine.perSecond, reference: other.perSecond })
  }
  return {
    ours: median(rates.map((rate) => rate.ours)),
    reference: median(rates.map((rate) => rate.reference)),
    ratio: median(rates.map((rate) => rate.ours / rate.reference)),
    notes: [...notes].join(', '),
  }
}

type Duel = Awaited<ReturnType<typeof duel>>

/** Where the time of a page that is rendered anew goes: ms of a core for each page, the most first. */
async function costsOfPage(seconds: number): Promise<[what: string, ms: number][]> {
  const site = await startSite({ PAGE_CACHE: 'off', ...workReporter })
  const load: Load = { url: site.url, paths: [list], seconds }
  await drive(load)
  await drive(load)
  const work = await watchWork(site)
  const { requests } = await drive(load)
  const { byOwner, otherThreadsMs } = await work()
  await site.stop()
  const all: [string, number][] = [...byOwner, ['other threads: compressing, collecting', otherThreadsMs]]
  return all.map(([what, ms]) => [what, ms / requests])
}

/** Pages per second of one core, from the page cache and rendered anew, beside their references. */
export async function measureThroughput(settings: Settings): Promise<Measured> {
  const { seconds, turns } = settings
  const cachedSite = await startSite()
  const buffer = await startReadyBuffer(cachedSite.url + list)
  const load = (url: string, path: string): Load => ({ url, paths: [path], seconds })
  const etag = (await fetch(cachedSite.url + list, { headers: { 'accept-encoding': 'br' } })).headers.get(
    'etag',
  )
  const unchanged = { ...load(cachedSite.url, list), headers: { 'if-none-match': etag ?? '' } }
  const cached = await duel(load(cachedSite.url, list), load(buffer.url, '/'), turns)
  const notModified = await duel(unchanged, load(buffer.url, '/'), turns)
  const uncompressed = { ...load(cachedSite.url, list), headers: { 'accept-encoding': undefined } }
  const plain = await duel(uncompressed, load(cachedSite.url, list), turns)
  await Promise.all([cachedSite.stop(), buffer.stop()])

  const anew = await startSite({ PAGE_CACHE: 'off' })
  const bare = await startBareRemix(anew.url)
  const rendered = await duel(load(anew.url, list), load(bare.url, '/'), turns)
  await Promise.all([anew.stop(), bare.stop()])
  const costs = await costsOfPage(seconds)
  const cost = costs.map(([what, ms]) => `${what} ${ms.toFixed(2)} ms`).join(', ')

  const line = (budget: Line['budget'], { ours, reference, ratio, notes }: Duel, wanted: number): Line => ({
    budget,
    measured: `${ratio.toFixed(2)} x (${whole(ours)} against ${whole(reference)} requests/s)`,
    isMet: ratio >= wanted,
    ...(notes === '' ? {} : { cause: notes }),
  })
  const row = (what: string, { ours, reference, ratio }: Duel) => [
    what,
    whole(ours),
    whole(reference),
    ratio.toFixed(2),
  ]
  return {
    lines: [
      line('cached', cached, 0.6),
      line('notModified', notModified, 0.6),
      line('uncompressed', plain, 0.5),
      { ...line('rendered', rendered, 1), ...(rendered.ratio < 1 && { cause: `one page takes ${cost}` }) },
    ],
    tables: [
      {
        title: `Requests per second: list of 20 schools, 16 connections, ${generator}, ${pinning}`,
        head: ['page', 'site', 'reference', 'ratio'],
        rows: [
          row('from the page cache, beside node:http with a ready buffer', cached),
          row('304, beside node:http with a ready buffer', notModified),
          row('from the page cache without Accept-Encoding, beside the same in brotli', plain),
          row('rendered anew in brotli, beside a bare Remix app in brotli', rendered),
        ],
      },
      {
        title: 'Where the time of a page goes that is rendered anew, under a profiler',
        head: ['what', 'ms'],
        rows: costs.map(([what, ms]) => [what, ms.toFixed(2)]),
      },
    ],
    figures: [
      { name: 'cached / ready buffer', value: cached.ratio, better: 'more' },
      { name: '304 / ready buffer', value: notModified.ratio, better: 'more' },
      { name: 'without Accept-Encoding / brotli', value: plain.ratio, better: 'more' },
      { name: 'rendered / bare Remix in brotli', value: rendered.ratio, better: 'more' },
    ],
  }
}
