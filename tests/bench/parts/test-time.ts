import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import type { Measured } from '../part.ts'

const load = z.tuple([z.number(), z.number(), z.number()])
const noted = z.object({
  ended: z.string(),
  seconds: z.number(),
  failed: z.number(),
  parts: z.record(z.string(), z.number()),
  load: z.object({ start: load, end: load }),
})
const budgetMinutes = 12

/** How long the last whole `npm test` of this checkout took; it notes that itself. */
export async function measureTestTime(): Promise<Measured> {
  const file = path.join(projectRoot(), '.cache/last-test-run.json')
  const found = existsSync(file) ? noted.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined
  if (found === undefined) {
    const cause = 'npm test has not run in this checkout'
    return { lines: [{ budget: 'testTime', measured: '–', isMet: false, cause }], tables: [], figures: [] }
  }
  const { ended, seconds, failed, parts, load: loads } = found
  const minutes = seconds / 60
  const times = Object.entries(parts).map(([part, took]) => `${part} ${(took / 60).toFixed(1)}`)
  const machine = `load ${loads.start[0].toFixed(1)} at the start, ${loads.end[0].toFixed(1)} at the end`
  return {
    lines: [
      {
        budget: 'testTime',
        measured: `${minutes.toFixed(1)} min (the run that ended ${ended}, ${failed} failed; ${times.join('; ')}; ${machine})`,
        isMet: minutes <= budgetMinutes,
      },
    ],
    tables: [],
    figures: [],
  }
}
