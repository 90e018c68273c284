import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { onLoadCore } from './cores.ts'

/** What is asked of a server, and how hard. */
export type Load = {
  url: string
  /** Addresses, taken at random. */
  paths: readonly string[]
  seconds: number
  connections?: number
  /** Beside those of a phone that takes brotli; undefined leaves one of them out. */
  headers?: Readonly<Record<string, string | undefined>>
  /** Requests per second together; as many as can be when absent. */
  rate?: number
}

/** What came of it; times in ms. */
export type Driven = { requests: number; perSecond: number; medianMs: number; p99Ms: number; failed: number }

const hasWrk = spawnSync('wrk', ['--version']).error === undefined
/** The program that asks. */
export const generator = hasWrk ? 'wrk' : 'autocannon'

/** Asks a server for pages over kept connections, as a phone that takes brotli, and counts what comes back. */
export async function drive(load: Load): Promise<Driven> {
  return hasWrk ? withWrk(load) : withAutocannon(load)
}

function headersOf({ headers }: Load): string[] {
  const all = { 'accept-encoding': 'br', 'user-agent': phoneAgent, ...headers }
  return Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : ['-H', `${name}: ${value}`],
  )
}

async function run(command: readonly string[]): Promise<string> {
  const [program = '', ...args] = onLoadCore(command)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return output
}

const units = { us: 0.001, ms: 1, s: 1000, m: 60_000 } as const

function timeIn(output: string, pattern: RegExp): number {
  const [, number, unit = ''] = pattern.exec(output) ?? []
  const factor = Object.entries(units).find(([name]) => name === unit)?.[1]
  return factor === undefined ? Number.NaN : Number(number) * factor
}

async function withWrk(load: Load): Promise<Driven> {
  const { url, paths, seconds, rate, connections = rate === undefined ? 16 : 256 } = load
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const list = path.join(folder, 'paths')
  writeFileSync(list, paths.join('\n'))
  const script = path.join(projectRoot(), 'tests/bench/measure/requests.lua')
  const pause = rate === undefined ? 0 : (1000 * connections) / rate
  const [first = '/'] = paths
  // One address without pauses needs no script, which would slow the generator down.
  const isPlain = paths.length === 1 && rate === undefined
  const size = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency', ...headersOf(load)]
  const output = await run([
    'wrk',
    ...size,
    ...(isPlain ? [url + first] : ['-s', script, url, '--', list, String(pause)]),
  ])
  rmSync(folder, { recursive: true, force: true })
  const requests = Number(/(\d+) requests in/.exec(output)?.[1])
  const errors = [...output.matchAll(/(?:connect|read|write|timeout|Non-2xx or 3xx responses:?) (\d+)/g)]
  return {
    requests,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    medianMs: timeIn(output, /50%\s+([\d.]+)(us|ms|s|m)/),
    p99Ms: timeIn(output, /99%\s+([\d.]+)(us|ms|s|m)/),
    failed: errors.reduce((sum, [, count]) => sum + Number(count), 0),
  }
}

const report = z.object({
  requests: z.object({ total: z.number(), average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
  '3xx': z.number(),
})

/** One address at a time; what it tells in whole ms. */
async function withAutocannon(load: Load): Promise<Driven> {
  const { url, paths, seconds, rate, connections = 16 } = load
  const each = Math.max(1, Math.round(seconds / paths.length))
  const rateArguments = rate === undefined ? [] : ['-R', String(Math.round(rate))]
  const runs: z.infer<typeof report>[] = []
  for (const address of paths) {
    const size = [
      '-c',
      String(connections),
      '-d',
      String(each),
      ...rateArguments,
      '--json',
      ...headersOf(load),
    ]
    const output = await run(['npx', '--yes', 'autocannon@8.0.0', ...size, url + address])
    runs.push(report.parse(JSON.parse(output)))
  }
  const sum = (of: (run: z.infer<typeof report>) => number) => runs.reduce((all, run) => all + of(run), 0)
  return {
    requests: sum((run) => run.requests.total),
    perSecond: sum((run) => run.requests.average) / runs.length,
    medianMs: sum((run) => run.latency.p50) / runs.length,
    p99Ms: Math.max(...runs.map((run) => run.latency.p99)),
    failed: sum((run) => run.errors + run.non2xx - run['3xx']),
  }
}
