import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { askForLine, loadedFirst } from './reported-lines.ts'

/** What a process did: ms of its first thread by whose code ran, and ms of a core that its other threads took. */
export type Work = { byOwner: [owner: string, ms: number][]; otherThreadsMs: number }

/** Variables of a process whose work is to be watched. */
export const workReporter = loadedFirst('report-profile.mjs')

const output = z.object({ profile: z.record(z.string(), z.number()) })

/** Time that threads have had a core, in ms, but for the first one; 0 where the system does not tell. */
function otherThreads(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .filter((thread) => thread !== String(pid))
      .map(
        (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      )
      .reduce((sum, ms) => sum + ms, 0)
  } catch {
    return 0
  }
}

/** Begins to watch a process that was started with `workTold`; the answer tells what it has done since. */
export async function watchWork(site: SiteProcess): Promise<() => Promise<Work>> {
  await askForLine(site, '{"profile":"begun"')
  const before = otherThreads(site.pid)
  return async () => {
    const otherThreadsMs = otherThreads(site.pid) - before
    const { profile } = output.parse(await askForLine(site, '{"profile":{'))
    return { byOwner: Object.entries(profile).toSorted(([, one], [, other]) => other - one), otherThreadsMs }
  }
}
