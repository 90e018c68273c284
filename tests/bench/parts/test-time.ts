import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import type { Measured } from '../part.ts'

const noted = z.object({ ended: z.string(), seconds: z.number(), failed: z.number() })
const budgetMinutes = 15

/** How long the last whole `npm test` of this checkout took; it notes that itself. */
export async function measureTestTime(): Promise<Measured> {
  const file = path.join(projectRoot(), '.cache/last-test-run.json')
  if (!existsSync(file)) {
    const cause = 'npm test has not run in this checkout'
    return { lines: [{ budget: 'testTime', measured: '–', isMet: false, cause }], tables: [], figures: [] }
  }
  const { ended, seconds, failed } = noted.parse(JSON.parse(readFileSync(file, 'utf8')))
  const minutes = seconds / 60
  return {
    lines: [
      {
        budget: 'testTime',
        measured: `${minutes.toFixed(1)} min (the run that ended ${ended}, ${failed} failed)`,
        isMet: minutes <= budgetMinutes,
      },
    ],
    tables: [],
    figures: [],
  }
}
