import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'
import { folderWith } from '#tests/support/operator/operator.ts'

const primary = `
import cluster from 'node:cluster'
import { superviseWebProcesses } from './server/process/web-processes.ts'
const say = (fields, words = fields) => console.log(words)
cluster.setupPrimary({ exec: 'worker.cjs' })
void superviseWebProcesses(2, { info: say, error: say })
`
const worker = `
const fs = require('node:fs')
fs.appendFileSync('forks', process.pid + ' ')
if (fs.existsSync('broken')) process.exit(1)
require('node:http').createServer().listen(0, '127.0.0.1', () => fs.appendFileSync('listening', process.pid + ' '))
process.on('SIGTERM', () => process.exit(0))
`

test('a new build that does not start is tried once, and the number of processes stays', async () => {
  const folder = folderWith({ 'worker.cjs': worker, forks: '', listening: '' })
  await build({
    stdin: { contents: primary, resolveDir: projectRoot(), loader: 'ts' },
    outfile: path.join(folder, 'primary.cjs'),
    bundle: true,
    platform: 'node',
    logLevel: 'silent',
  })
  const supervisor = spawn(process.execPath, ['primary.cjs'], { cwd: folder })
  onTestFinished(() => void supervisor.kill('SIGKILL'))
  let said = ''
  supervisor.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const pidsIn = (file: string) =>
    readFileSync(path.join(folder, file), 'utf8').trim().split(' ').filter(Boolean).map(Number)
  const alive = () =>
    pidsIn('forks').filter((pid) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
  await expect.poll(() => pidsIn('listening').length, { timeout: 20_000 }).toBe(2)
  const first = alive()
  writeFileSync(path.join(folder, 'broken'), '')
  supervisor.kill('SIGHUP')
  await expect.poll(() => said, { timeout: 20_000 }).toContain('the new process failed, the old ones stay')
  await wait(1000)
  expect(pidsIn('forks')).toHaveLength(3)
  expect(alive()).toEqual(first)
  rmSync(path.join(folder, 'broken'))
  supervisor.kill('SIGHUP')
  await expect.poll(() => alive().some((pid) => first.includes(pid)), { timeout: 20_000 }).toBe(false)
  expect(alive()).toHaveLength(2)
  supervisor.kill('SIGTERM')
})
