import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '#server/db/project-root.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

/** Variables of a process that loads one of this folder's modules before its own program. */
export function loadedFirst(module: `report-${string}.mjs`): Record<string, string> {
  return { NODE_OPTIONS: `--import=${path.join(projectRoot(), 'tests/bench/measure', module)}` }
}

/**
 * Asks such a module for its next line, by the start of that line.
 * @throws Error when it does not come within 5 s.
 */
export async function askForLine(site: SiteProcess, start: string): Promise<unknown> {
  const known = site.log.length
  process.kill(site.pid, 'SIGUSR2')
  for (let look = 0; look < 100; look += 1) {
    await wait(50)
    const line = site.log.slice(known).find((each) => each.startsWith(start))
    if (line !== undefined) return JSON.parse(line)
  }
  throw new Error(`the process does not tell ${start}`)
}
