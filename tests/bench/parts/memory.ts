import { spawnSync } from 'node:child_process'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { drive } from '../measure/drive.ts'
import { startSite } from '../measure/start-site.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { median, whole } from '../statistics.ts'

const budgetMb = 400
/** Memory that grows by less between the middle and the end is flat: a collector is never idle at the same level. */
const flatWithin = 1.1
/** Searches that nobody asked for before: such pages are rendered anew. */
const searches = Array.from({ length: 60 }, (_, at) => `/search/?q=${encodeURIComponent(`学校${at}`)}`)

/** Resident memory of a process in MB. */
function residentMb(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout) / 1024
}

/** Memory of the process while it answers: every page kind, over a third of all requests searches rendered anew. */
export async function measureMemory({ requests }: Settings): Promise<Measured> {
  const site = await startSite()
  const kinds = (await pageKinds(site.url)).map(([, address]) => address)
  const paths = [...kinds, ...kinds, ...searches]
  const samples: { answered: number; mb: number }[] = [{ answered: 0, mb: residentMb(site.pid) }]
  let answered = 0
  while (answered < requests) {
    answered += (await drive({ url: site.url, paths, seconds: 3 })).requests
    samples.push({ answered, mb: residentMb(site.pid) })
  }
  await site.stop()

  const later = samples.slice(1).map(({ mb }) => mb)
  const third = Math.max(1, Math.floor(later.length / 3))
  const growth = median(later.slice(-third)) / median(later.slice(-2 * third, -third))
  const most = Math.max(...later)
  const isFlat = growth <= flatWithin
  return {
    lines: [
      {
        budget: 'memory',
        measured: `${whole(later.at(-1) ?? 0)} MB, at most ${whole(most)}; last third ${growth.toFixed(2)} x the one before, after ${whole(answered)} requests`,
        isMet: most <= budgetMb && isFlat,
        ...(answered < 100_000 ? { cause: 'a quick run asks less' } : {}),
      },
    ],
    tables: [
      {
        title: 'Memory of the process, sample content',
        head: ['requests', 'MB'],
        rows: samples
          .filter((_, at) => at % Math.ceil(samples.length / 20) === 0)
          .map((sample) => [whole(sample.answered), whole(sample.mb)]),
      },
    ],
    figures: [{ name: 'MB after the requests', value: later.at(-1) ?? 0, better: 'less' }],
  }
}
