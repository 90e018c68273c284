import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { askForLine, loadedFirst } from './reported-lines.ts'

/** What kept a process from its work: pauses of its collector one by one, and time without a core, in ms. */
export type Stalls = { pauses: number[]; withoutCoreMs: number; ms: number }

/** Variables of a process whose stalls are to be watched. */
export const stallReporter = loadedFirst('report-pauses.mjs')

const output = z.object({ pauses: z.array(z.number()) })

async function pausesUntilNow(site: SiteProcess): Promise<number[]> {
  return output.parse(await askForLine(site, '{"pauses":')).pauses
}

/** How long the process's first thread has been ready to run while others had its core; 0 where the system does not tell. */
function withoutCore(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Begins to watch a process that was started with `stallsTold`; the answer tells what came since. */
export async function watchStalls(site: SiteProcess): Promise<() => Promise<Stalls>> {
  await pausesUntilNow(site)
  const before = withoutCore(site.pid)
  const since = performance.now()
  return async () => {
    const ms = performance.now() - since
    const withoutCoreMs = withoutCore(site.pid) - before
    return { pauses: await pausesUntilNow(site), withoutCoreMs, ms }
  }
}
