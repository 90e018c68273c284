import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'

const root = projectRoot()
const lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })

function scratch(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'installed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** A folder of exactly what the image's last stage copies, with the packages that are not for development alone. */
function imageFolder(): string {
  const folder = scratch()
  const file = readFileSync(path.join(root, 'server/deploy/Dockerfile'), 'utf8')
  const copied = [...file.matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S*)$/gm)]
  expect(copied.length).toBeGreaterThan(4)
  for (const [, from = '', to = ''] of copied) {
    if (from === 'node_modules') continue
    const target = path.join(folder, to === '' ? from : to)
    mkdirSync(path.dirname(target), { recursive: true })
    cpSync(path.join(root, from), target, { recursive: true })
  }
  const { packages } = lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  for (const [place, { dev }] of Object.entries(packages)) {
    if (dev === true || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(place)) continue
    const target = path.join(folder, place)
    mkdirSync(path.dirname(target), { recursive: true })
    symlinkSync(path.join(root, place), target)
  }
  return folder
}

function run(command: string, args: readonly string[], cwd: string, env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd,
    env: { NODE_ENV: 'production', PATH: process.env['PATH'] ?? '', ...env },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended, said: () => said }
}

test('the image runs the operator’s commands by npm, without packages for development', async () => {
  const folder = imageFolder()
  const dataDir = await makeDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const env = { DATA_DIR: dataDir, npm_config_update_notifier: 'false' }
  const npm = (...args: string[]) => run('npm', ['run', '--silent', ...args], folder, env).ended
  const usage = await run('node', ['server/run-cli.mjs', 'unknown'], folder, env).ended
  expect(usage.code).toBe(2)
  const scripts = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).scripts
  const commands = Object.entries(scripts).filter(([, script]) => script.includes('run-cli.mjs'))
  for (const [name] of commands) expect(usage.said).toContain(`  ${name}`)
  expect(await npm('kiosk', '--', 'list')).toMatchObject({ code: 0 })
  expect((await npm('backup', '--', '--out', path.join(dataDir, 'backup'))).said).toContain('张表')
  expect((await npm('rekey')).said).toContain('已换成密钥')
}, 240_000)

test('ending npm ends the server', async () => {
  const folder = scratch()
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  mkdirSync(path.join(folder, 'server/deploy'), { recursive: true })
  cpSync(path.join(root, 'server/start.mjs'), path.join(folder, 'server/start.mjs'))
  put('server/deploy/node-options.json', '{"flags":[],"environment":{}}')
  // Nothing to install or build; the server is a program that says who it is.
  put(
    'server/install.mjs',
    `export const root = ${JSON.stringify(folder)}\nexport const install = () => {}\nexport const build = () => {}\n`,
  )
  put('build/process/main.js', `console.log('pid ' + process.pid)\nsetInterval(() => {}, 60000)\n`)
  const npm = run('npm', ['start'], folder, { npm_config_update_notifier: 'false' })
  await expect.poll(npm.said, { timeout: 30_000 }).toMatch(/pid \d+/)
  const pid = Number(/pid (\d+)/.exec(npm.said())?.[1])
  npm.child.kill('SIGTERM')
  await npm.ended
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(isAlive, { timeout: 10_000 }).toBe(false)
})

/** A checkout without packages, whose `npm ci` takes its time and writes down when it begins and ends. */
function bareCheckout() {
  const folder = scratch()
  for (const name of ['install.mjs', 'install-lock.mjs']) {
    mkdirSync(path.join(folder, 'server'), { recursive: true })
    cpSync(path.join(root, 'server', name), path.join(folder, 'server', name))
  }
  writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  const log = path.join(folder, 'npm.log')
  writeFileSync(log, '')
  mkdirSync(path.join(folder, 'bin'))
  const npm = `#!/bin/sh\necho begin >> '${log}'\nrm -rf node_modules\nsleep 1\nmkdir node_modules && echo end >> '${log}'\n`
  writeFileSync(path.join(folder, 'bin/npm'), npm, { mode: 0o755 })
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}` }
  const program = `import { install } from './server/install.mjs'; install()`
  return {
    folder,
    install: () => run('node', ['--input-type=module', '--eval', program], folder, env).ended,
    log: () => readFileSync(log, 'utf8').trim().split('\n'),
  }
}

test('of three processes that install at once one installs and the others wait for it', async () => {
  const { folder, install, log } = bareCheckout()
  const ended = await Promise.all([install(), install(), install()])
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(log()).toEqual(['begin', 'end'])
  expect(ended.filter(({ said }) => said.includes('waiting for process'))).toHaveLength(2)
  expect(readdirSync(path.join(folder, '.cache'))).toEqual([])
})

test.each([
  ['that has ended', () => String(spawnSync('true').pid)],
  ['whose number another has now', () => `${process.pid} 1`],
])('the lock of a process %s is taken over, by one', async (_which, owner) => {
  const { folder, install, log } = bareCheckout()
  mkdirSync(path.join(folder, '.cache'))
  writeFileSync(path.join(folder, '.cache/install.lock'), owner())
  const ended = await Promise.all([install(), install()])
  expect(ended.map(({ code }) => code)).toEqual([0, 0])
  expect(log()).toEqual(['begin', 'end'])
  expect(readdirSync(path.join(folder, '.cache'))).toEqual([])
})
