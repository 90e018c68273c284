import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import type { Figure, Line, Table } from './part.ts'

/** A run as it is written down. */
export type Run = { made: string; machine: string; lines: Line[]; tables: Table[]; figures: Figure[] }

const kept = path.join(projectRoot(), 'tests/bench/kept.json')
const folder = path.join(projectRoot(), '.cache/bench')
/** What moves less than this is noise. */
const tolerance = 0.15

const figures = z.array(z.object({ name: z.string(), value: z.number(), better: z.enum(['less', 'more']) }))
const comparable = z.object({ made: z.string(), figures })

/** Writes the run into `.cache/bench`, and into `tests/bench/kept.json` where it is to be compared with. */
export function writeRun(run: Run, keep: boolean): string {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${run.made.replaceAll(':', '-')}.json`)
  const text = `${JSON.stringify(run, null, 2)}\n`
  writeFileSync(file, text)
  if (keep) writeFileSync(kept, text)
  return file
}

/** What got worse by more than 15 % since the kept run; undefined where none is kept. */
export function compareWithKept(now: readonly Figure[]): Table | undefined {
  if (!existsSync(kept)) return undefined
  const last = comparable.parse(JSON.parse(readFileSync(kept, 'utf8')))
  const before = new Map(last.figures.map(({ name, value }) => [name, value]))
  const rows = now.flatMap(({ name, value, better }) => {
    const old = before.get(name)
    if (old === undefined || !isWorse(old, value, better)) return []
    return [[name, round(old), round(value), better === 'less' ? 'less is better' : 'more is better']]
  })
  return {
    title:
      rows.length === 0
        ? `Nothing is more than 15 % worse than in the run of ${last.made}`
        : `More than 15 % worse than in the run of ${last.made}`,
    head: ['figure', 'then', 'now', ''],
    rows,
  }
}

function isWorse(old: number, value: number, better: Figure['better']): boolean {
  return better === 'less' ? value > old * (1 + tolerance) : value < old * (1 - tolerance)
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
