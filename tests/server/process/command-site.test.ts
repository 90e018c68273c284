import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isChange } from '#server/cli/changing-calls.ts'
import { commandNames } from '#server/cli/commands.ts'
import { confirmChange, doubtOf, readConfirmation, type Target } from '#server/cli/confirm-change.ts'
import { refuseMissingSite, siteLineCommand } from '#server/cli/site-line.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { openControlSocket } from '#server/services/operations/control-socket.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { folderWith } from '#tests/support/operator/operator.ts'

/** A folder that a process serves, which says this line of itself. */
async function servedFolder(line: string): Promise<string> {
  const dataDir = folderWith({})
  const say: OperatorCommand = async ({ print }) => {
    print(line)
    return 0
  }
  const log = { error: () => undefined }
  const socket = await openControlSocket({ dataDir, commands: new Map([[siteLineCommand, say]]), log })
  onTestFinished(() => socket.close())
  return dataDir
}

const target = (dataDir: string, more: Partial<Target> = {}): Target => ({
  config: { dataDir },
  isServed: false,
  isOffline: false,
  ...more,
})
const unasked = { isConfirmed: false, ask: undefined }

test('a change of another site than the running one is refused without a terminal, unless --yes says so', async () => {
  const running = await servedFolder('网站 https://a.example')
  const other = target(folderWith({}))
  const places = [folderWith({}), running]
  await expect(confirmChange(other, { ...unasked, places })).rejects.toThrow(
    '没有改动。正在运行的是另一个：网站 https://a.example。确实要改上面这一个时，请加 --yes',
  )
  await expect(confirmChange({ ...other, isOffline: true }, { ...unasked, places })).rejects.toThrow('--yes')
  const server = { ...other, config: { dataDir: running, databaseUrl: 'postgres://a/b' } }
  await expect(confirmChange(server, { ...unasked, places })).rejects.toThrow('正在运行的是另一个')
  await confirmChange(other, { ...unasked, isConfirmed: true, places })
})

test('on a terminal the operator is asked, and only a yes continues', async () => {
  const places = [await servedFolder('网站 https://a.example')]
  const questions: string[] = []
  const answering = (answer: boolean) => async (question: string) => {
    questions.push(question)
    return answer
  }
  const other = target(folderWith({}))
  await confirmChange(other, { isConfirmed: false, ask: answering(true), places })
  await expect(confirmChange(other, { isConfirmed: false, ask: answering(false), places })).rejects.toThrow(
    '没有改动',
  )
  expect(questions[0]).toBe('正在运行的是另一个：网站 https://a.example。要改的是上面这一个，继续吗？')
})

test('the running site needs no confirmation, nor any site where none runs', async () => {
  const running = await servedFolder('网站')
  expect(await doubtOf(target(folderWith({}), { isServed: true }), [running])).toBeUndefined()
  expect(await doubtOf(target(running), [running])).toBeUndefined()
  expect(await doubtOf(target(folderWith({})), [folderWith({})])).toBeUndefined()
})

test('a change of a site that no process serves needs confirmation, except by commands that need it stopped', async () => {
  const config = { dataDir: folderWith({}), publicOrigin: 'https://a.example' }
  const places: string[] = []
  await expect(confirmChange({ ...target(''), config }, { ...unasked, places })).rejects.toThrow(
    '没有进程在为 https://a.example 服务',
  )
  await confirmChange({ config, isServed: false, isOffline: true }, { ...unasked, places })
})

test.each([
  ['import a.csv', true],
  ['import --undo', true],
  ['import --dry-run a.csv', false],
  ['import --example=news', false],
  ['kiosk revoke --device 1', true],
  ['kiosk list', false],
  ['staff', false],
  ['staff reset 13800000001', true],
  ['push:baidu --dry', false],
  ['sample --remove', true],
  ['restore x', true],
  ['export leads', false],
  ['backup', false],
])('whether %s is a change: %s', (words, expected) => {
  const [command = '', ...args] = words.split(' ')
  expect([...commandNames, 'restore']).toContain(command)
  expect(isChange(command, args)).toBe(expected)
})

test('a command makes no second site where nobody named a data folder and none is', async () => {
  const empty = folderWith({})
  onTestFinished(() => rmSync(empty, { recursive: true, force: true, maxRetries: 3 }))
  const usual = { dataDir: empty, isUsualDataDir: true }
  const refuse = (config: Parameters<typeof refuseMissingSite>[0], command = 'import', isNew = false) =>
    refuseMissingSite(config, { command, isNew })
  expect(() => refuse(usual)).toThrow(/没有网站的数据，没有改动。.*DATA_DIR.*npm start.*--new/)
  expect(() => refuse(usual, 'staff')).toThrow(empty)
  refuse(usual, 'import', true)
  refuse(usual, 'restore')
  refuse({ ...usual, isUsualDataDir: false })
  refuse({ ...usual, databaseUrl: 'postgres://a/b' })
  refuse({ ...usual, dataDir: await filledFolder() })
})

type Ran = { exit: number | null; stdout: string; stderr: string }

/** The built command line, as a process of its own without a terminal. */
function runCli(args: readonly string[], settings: Record<string, string>, isRead = true): Promise<Ran> {
  const root = projectRoot()
  const child = spawn(process.execPath, [path.join(root, 'build/process/cli.js'), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  if (isRead) child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  else child.stdout.destroy()
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  return new Promise((resolve) => child.once('close', (exit) => resolve({ exit, ...said })))
}

/** A data folder that nobody has open, with one school. */
async function filledFolder(): Promise<string> {
  const dataDir = await makeDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const database = await connectDatabase({ dataDir })
  await addSchool(database, '云汀学校', '4403').finally(() => database.close())
  return dataDir
}

test('a command first names the site it acts on, and an unconfirmed change stores nothing', async () => {
  const dataDir = await filledFolder()
  const settings = { DATA_DIR: dataDir, PUBLIC_ORIGIN: 'https://a.example', SMS: 'console' }
  const line = `网站 https://a.example，数据文件夹 ${dataDir}，1 所学校\n`
  expect(await runCli(['import', '--runs'], settings)).toEqual({
    exit: 0,
    stdout: '还没有导入过\n',
    stderr: line,
  })
  const change = ['staff', 'add', '张三', '13800000000']
  const refused = await runCli(change, settings)
  expect(refused).toMatchObject({ exit: 1, stderr: line })
  expect(refused.stdout).toMatch(/^命令失败：没有改动。没有进程在为/)
  const confirmed = await runCli([...change, '--yes'], settings)
  expect(confirmed).toMatchObject({ exit: 0, stderr: line })
})

test('the running process names its site', async () => {
  const dataDir = await servedFolder('网站 https://a.example，数据文件夹 /a，7 所学校')
  const { stderr } = await runCli(['import', '--runs'], { DATA_DIR: dataDir })
  expect(stderr).toBe('网站 https://a.example，数据文件夹 /a，7 所学校\n')
})

test('a command whose output is closed ends without a message', async () => {
  const dataDir = await filledFolder()
  const said = await runCli(['import', '--columns', 'schools'], { DATA_DIR: dataDir }, false)
  expect(said).toEqual({ exit: 0, stdout: '', stderr: expect.stringMatching(/^网站 .*，1 所学校\n$/) })
})

test.each([
  ['backup --yes', ['backup'], true],
  ['kiosk pair --event 3 --yes', ['kiosk', 'pair', '--event', '3'], true],
  ['kiosk wipe --event 3 --yes', ['kiosk', 'wipe', '--event', '3', '--yes'], false],
  ['kiosk wipe --event 3 --yes --this-site', ['kiosk', 'wipe', '--event', '3', '--yes'], true],
  ['kiosk guest --guest 7 --remove --yes', ['kiosk', 'guest', '--guest', '7', '--remove', '--yes'], false],
])(
  '%s: the word that confirms the site is not the one that confirms a deletion',
  (words, rest, isConfirmed) => {
    const [command = '', ...given] = words.split(' ')
    const read = readConfirmation(command, given)
    expect([[command, ...read.args], read.isConfirmed]).toEqual([rest, isConfirmed])
  },
)
