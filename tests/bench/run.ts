import { cpus, loadavg } from 'node:os'
import { compareWithBaseline, writeRun } from './baseline.ts'
import type { Measured } from './part.ts'
import { parts } from './parts.ts'
import { budgetTable, markdown } from './report.ts'
import { readSettings } from './settings.ts'

/**
 * `npm run bench [-- --only pages,throughput] [--quick] [--looks N] [--baseline]`: every budget beside what was measured, as
 * Markdown; the same as JSON in .cache/bench, with --baseline also as tests/bench/baseline.json, which later runs are compared
 * with by ratios.
 */
const settings = readSettings(process.argv.slice(2))
const unknown = settings.only?.filter((name) => !parts.some((part) => part.name === name)) ?? []
if (unknown.length > 0) {
  throw new Error(`no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}`)
}

const [cpu] = cpus()
const machine = `${cpus().length} cores (${cpu?.model.trim()}), Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`
console.log(`# Benchmark\n\n${machine}${settings.quick ? '; quick: a look, no figures to rely on' : ''}`)

const all: Measured = { lines: [], tables: [], figures: [] }
for (const { name, measure } of parts) {
  if (settings.only !== undefined && !settings.only.includes(name)) continue
  const started = Date.now()
  const measured = await measure(settings).catch((error: unknown): Measured => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return {
      lines: [],
      tables: [{ title: `${name} failed`, head: ['reason'], rows: [[reason]] }],
      figures: [],
    }
  })
  for (const table of measured.tables) console.log(markdown(table))
  console.log(`\n${name}: ${Math.round((Date.now() - started) / 1000)} s`)
  all.lines.push(...measured.lines)
  all.tables.push(...measured.tables)
  all.figures.push(...measured.figures)
}

console.log(markdown(budgetTable(all.lines, settings.only === undefined)))
const worse = compareWithBaseline(all.figures)
if (worse) console.log(markdown(worse))
const file = writeRun({ made: new Date().toISOString(), machine, ...all }, settings.baseline)
console.log(`\nwritten to ${file}`)
