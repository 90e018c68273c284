import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import type { SiteProcess } from '#tests/support/site-process.ts'

/** What kept a process from its work: pauses of its collector one by one, and time without a core, in ms. */
export type Stalls = { pauses: number[]; withoutCoreMs: number; ms: number }

/** Variables of a process whose stalls are to be watched. */
export const stallsTold = {
  NODE_OPTIONS: `--import=${path.join(projectRoot(), 'tests/bench/measure/tell-pauses.mjs')}`,
}

const told = z.object({ pauses: z.array(z.number()) })

async function pausesUntilNow(site: SiteProcess): Promise<number[]> {
  const known = site.log.length
  process.kill(site.pid, 'SIGUSR2')
  for (let look = 0; look < 100; look += 1) {
    await wait(50)
    const line = site.log.slice(known).find((each) => each.startsWith('{"pauses":'))
    if (line !== undefined) return told.parse(JSON.parse(line)).pauses
  }
  throw new Error('the process does not tell its pauses')
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
