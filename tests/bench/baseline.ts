import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import { budgets, type BudgetName, type Figure, type Line, type Table } from './part.ts'
import { budgetTable, markdown } from './report.ts'

/** A run as it is written down. */
export type Run = { made: string; machine: string; lines: Line[]; tables: Table[]; figures: Figure[] }

const baseline = path.join(projectRoot(), 'tests/bench/baseline.json')
/** The budgets' table of the baseline, for readers. */
const report = path.join(projectRoot(), 'tests/bench/report.md')
const folder = path.join(projectRoot(), '.cache/bench')
/** What moves less than this is noise. */
const tolerance = 0.15

const figures = z.array(z.object({ name: z.string(), value: z.number(), better: z.enum(['less', 'more']) }))
const cells = z.array(z.union([z.string(), z.number()]))
const written = z.object({
  made: z.string(),
  machine: z.string(),
  lines: z.array(
    z.object({
      budget: z.custom<BudgetName>((name) => typeof name === 'string' && name in budgets),
      measured: z.string(),
      isMet: z.boolean(),
      cause: z.string().optional(),
    }),
  ),
  tables: z.array(z.object({ title: z.string(), head: z.array(z.string()), rows: z.array(cells) })),
  figures,
})

/**
 * Writes the run into `.cache/bench`, and into `tests/bench/baseline.json` and `report.md` where later runs are compared
 * with it: what a run of a few parts has not measured stays there as it was.
 */
export function writeRun(run: Run, isBaseline: boolean): string {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${run.made.replaceAll(':', '-')}.json`)
  const text = `${JSON.stringify(run, null, 2)}\n`
  writeFileSync(file, text)
  if (isBaseline) {
    const known = mergedWithBaseline(run)
    writeFileSync(baseline, `${JSON.stringify(known, null, 2)}\n`)
    writeFileSync(report, reportOf(known))
  }
  return file
}

function reportOf({ made, machine, lines }: Run): string {
  const about =
    'Written by `npm run bench -- --baseline`; parts that were not run again keep their older figures.'
  return `# Benchmark report\n\n${about} Last run ${made}, ${machine}.\n${markdown(budgetTable(lines, true))}\n`
}

function mergedWithBaseline(run: Run): Run {
  const before = readBaseline()
  if (before === undefined) return run
  return {
    ...run,
    lines: merge(before.lines, run.lines, ({ budget }) => budget),
    tables: merge(before.tables, run.tables, ({ title }) => title),
    figures: merge(before.figures, run.figures, ({ name }) => name),
  }
}

/** What is new in place of what was known by the same name. */
function merge<Item>(before: readonly Item[], now: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return [...new Map([...before, ...now].map((item) => [nameOf(item), item])).values()]
}

function readBaseline() {
  return existsSync(baseline) ? written.parse(JSON.parse(readFileSync(baseline, 'utf8'))) : undefined
}

/** What got worse by more than 15 % since the baseline; undefined where there is none. */
export function compareWithBaseline(now: readonly Figure[]): Table | undefined {
  const last = readBaseline()
  if (last === undefined) return undefined
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
