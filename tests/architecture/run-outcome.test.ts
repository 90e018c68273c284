import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'
import type { RunOutcome } from '#tests/support/runner/run-outcome.ts'

const files = {
  'steady.test.js': `
    test('stands', () => {})
    describe('two', () => { test('falls', () => { expect(1, 'first line\\nsecond').toBe(2) }) })
    test.skip('left out', () => {})`,
  'unsteady.test.js': `
    let attempts = 0
    test('stands later', { retry: 1 }, () => { attempts += 1; if (attempts === 1) throw new Error('too early') })`,
  'unloadable.test.js': `throw new Error('no such thing')`,
  'unready.test.js': `
    beforeAll(() => { throw new Error('no database') })
    test('never begun', () => {})`,
  'unhandled.test.js': `
    test('leaves a rejection', async () => {
      void Promise.reject(new Error('nobody listens'))
      await new Promise((resolve) => { setTimeout(resolve, 20) })
    })`,
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'outcome-'))

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a run names all that failed, files that could not load among them, and what stood later', () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const report = path.join(folder, 'outcome.json')
  const vitest = path.join(projectRoot(), 'node_modules/vitest/vitest.mjs')
  const reporter = path.join(projectRoot(), 'tests/support/runner/run-outcome.ts')
  const options = ['run', '--root', folder, '--globals', '--no-isolate', `--reporter=${reporter}`]
  const run = spawnSync(process.execPath, [vitest, ...options], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', RUN_OUTCOME: report },
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  const outcome: RunOutcome = JSON.parse(readFileSync(report, 'utf8'))
  expect(outcome).toMatchObject({ passed: 3, failed: 4, skipped: 2 })
  expect(outcome.failures.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    { name: 'outside of any test', message: 'nobody listens' },
    { name: 'steady.test.js > two > falls', message: 'first line' },
    { name: 'unloadable.test.js', message: 'no such thing' },
    { name: 'unready.test.js', message: 'no database' },
  ])
  expect(outcome.laterAttempts).toEqual([{ name: 'unsteady.test.js > stands later', message: 'too early' }])
  expect(Object.keys(outcome.seconds).toSorted()).toEqual(Object.keys(files).toSorted())
}, 60_000)
