import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { findBrowser, withoutFeatures } from '#tests/support/browser/browser.ts'
import { blockingByProcessor } from './blocking-by-processor.ts'

/** It is fetched by npx and stands in no package.json: its lock misses a peer. */
const packageName = 'lighthouse@12.8.2'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** A part of Lighthouse's verdict. */
export type Category = (typeof categories)[number]

const audit = z.object({
  score: z.number().nullable(),
  numericValue: z.number().optional(),
  scoreDisplayMode: z.string(),
})
const result = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), audit),
})

/** What one look at a page brought; times in ms of a simulated phone on slow 4G. */
export type Look = {
  /** 0 to 100. */
  scores: Partial<Record<Category, number>>
  fcp: number
  lcp: number
  cls: number
  tbt: number
  /** What `tbt` would be if the page's own process had waited for no core: see `blockingByProcessor`. */
  processorTbt: number
  /** Names of audits that cost points. */
  faults: string[]
}

/** Looks at pages as Lighthouse's phone; rejects when a page cannot be judged. */
export type Lighthouse = (url: string, only?: readonly Category[]) => Promise<Look>

/** Fetches Lighthouse and finds a browser for it, or says in words what is missing. */
export function openLighthouse(): Lighthouse | { missing: string } {
  const browser = findBrowser()
  if ('missing' in browser) return browser
  const found = spawnSync('npm', ['exec', '--yes', `--package=${packageName}`, '--', 'which', 'lighthouse'], {
    encoding: 'utf8',
  })
  const program = found.stdout.trim().split('\n').at(-1)
  if (found.status !== 0 || program === undefined) return { missing: `npx could not fetch ${packageName}` }
  return (url, only = categories) => lookAgain(() => look(program, browser.path, url, only))
}

/** Now and then a trace lacks its beginning, and Lighthouse itself asks to be run again. */
async function lookAgain(take: () => Promise<Look>, times = 8): Promise<Look> {
  try {
    return await take()
  } catch (error) {
    if (times === 1) throw error
    return lookAgain(take, times - 1)
  }
}

async function look(program: string, browser: string, url: string, only: readonly Category[]): Promise<Look> {
  // It ends before a pipe has taken all that it says.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lighthouse-'))
  const verdict = path.join(folder, 'verdict.json')
  const flags = [
    '--quiet',
    '--disable-full-page-screenshot',
    '--output=json',
    `--output-path=${verdict}`,
    `-GA=${folder}`,
    `--only-categories=${only.join()}`,
    `--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-features=${withoutFeatures}`,
  ]
  const child = spawn(process.execPath, [program, url, ...flags], {
    env: { ...process.env, CHROME_PATH: browser },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${url}: ${complaint.trim().split('\n').at(-1)}`)
  const { runtimeError, categories: judged, audits } = result.parse(JSON.parse(readFileSync(verdict, 'utf8')))
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const processorTbt = blockingByProcessor(readFileSync(path.join(folder, 'defaultPass.trace.json'), 'utf8'))
  rmSync(folder, { recursive: true })
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const faults = Object.values(judged)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return {
    scores: Object.fromEntries(only.map((name) => [name, Math.round((judged[name]?.score ?? 0) * 100)])),
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    cls: number('cumulative-layout-shift'),
    tbt: number('total-blocking-time'),
    processorTbt,
    faults: [...new Set(faults.map(({ id }) => id))],
  }
}

/** All four parts of the verdict, in Lighthouse's order. */
export const allCategories: readonly Category[] = categories
