import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { operatorCommands } from '#server/cli/commands.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { importRun, school } from '#server/db/schema/index.ts'
import { callControlSocket, openControlSocket } from '#server/services/operations/control-socket.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines, inventedSchools } from '#tests/support/content/invented-schools.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { folderWith } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
const opened: { close: () => Promise<void> }[] = []
const failures: object[] = []
const log = { error: (details: object) => void failures.push(details) }

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.close()
  failures.length = 0
  await emptyDatabase(database)
  await migrate(database)
})
afterAll(() => database.close())

async function serve(
  dataDir: string,
  commands: ReadonlyMap<string, OperatorCommand> = operatorCommands(database, dataDir, personalOfTests),
) {
  const socket = await openControlSocket({ dataDir, commands, log })
  opened.push(socket)
  return socket
}

async function call(dataDir: string, command: string, args: string[] = [], cwd = dataDir) {
  const lines: string[] = []
  const exit = await callControlSocket(dataDir, { command, args, cwd }, (line) => lines.push(line))
  return { exit, lines }
}

const file = { 'schools.jsonl': asJsonLines(inventedSchools(800)) }
const small = { 'schools.jsonl': asJsonLines(inventedSchools(3)) }

test('a command from another process and folder reaches the running one', async () => {
  const dataDir = folderWith({})
  await serve(dataDir)
  const command = startCommand(['import', 'schools.jsonl'], folderWith(small), { DATA_DIR: dataDir })
  expect(await command.ended).toBe(0)
  expect(command.lines).toEqual(['新增 3，修改 0，未变 0，合并 0'])
  expect(await database.db.$count(school)).toBe(3)
})

test('the exit code and every message come back', async () => {
  const dataDir = folderWith({})
  await serve(dataDir)
  const command = startCommand(['import', 'a.csv'], folderWith({ 'a.csv': 'name,city\n云汀学校,某地\n' }), {
    DATA_DIR: dataDir,
  })
  expect(await command.ended).toBe(1)
  expect(command.lines).toEqual([expect.stringMatching(/^a\.csv:2: city: /), '1 个问题，没有保存任何内容'])
})

test("the socket is its owner's alone, and gone with its process", async () => {
  const dataDir = folderWith({})
  const socket = await serve(dataDir)
  expect(statSync(path.join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['control.sock'])
  await socket.close()
  expect(readdirSync(dataDir)).toEqual([])
  expect((await call(dataDir, 'import')).exit).toBeUndefined()
})

test('a socket that a dead process left is no obstacle', async () => {
  const dataDir = folderWith({ 'control.sock': '' })
  expect((await call(dataDir, 'import')).exit).toBeUndefined()
  await serve(dataDir)
  expect((await call(dataDir, 'import')).exit).toBe(2)
})

test('a data folder with a long path has its socket elsewhere', async () => {
  const dataDir = path.join(folderWith({}), 'a-long-name-'.repeat(12))
  mkdirSync(dataDir)
  const socket = await serve(dataDir)
  const command = startCommand(['import', 'schools.jsonl'], folderWith(small), { DATA_DIR: dataDir })
  expect(await command.ended).toBe(0)
  await socket.close()
  expect(readdirSync(dataDir)).toEqual([])
})

test('a failed command names the reason without values', async () => {
  const dataDir = folderWith({})
  const failing: OperatorCommand = async () => {
    await database.db.insert(school).values({ name: '秘密学校', identity: 'x', cityCode: '9999' })
    return 0
  }
  await serve(dataDir, new Map([['fail', failing]]))
  const { exit, lines } = await call(dataDir, 'fail')
  expect(exit).toBe(1)
  expect(lines).toEqual([expect.stringMatching(/^命令失败：.*foreign key constraint/)])
  expect(failures).toHaveLength(1)
  expect(JSON.stringify([lines, failures])).not.toContain('秘密学校')
  expect(await call(dataDir, 'nothing')).toEqual({ exit: 2, lines: ['没有命令 nothing'] })
})

test.each(['GET / HTTP/1.1\r\n\r\n', '{"command":5}\n', 'x'.repeat(100_000)])(
  'a client with another protocol is disconnected, the next one is served',
  async (text) => {
    const dataDir = folderWith({})
    await serve(dataDir)
    const client = net.connect(path.join(dataDir, 'control.sock'))
    client.on('error', () => client.destroy())
    client.resume().write(text)
    await once(client, 'close')
    expect((await call(dataDir, 'import')).exit).toBe(2)
  },
)

test('an import is aborted when its operator disconnects', async () => {
  const dataDir = folderWith({})
  await serve(dataDir)
  const command = startCommand(['import', 'schools.jsonl'], folderWith(file), { DATA_DIR: dataDir })
  await command.said(/^已写入 500/)
  command.kill('SIGKILL')
  await expect.poll(() => database.db.$count(importRun), { timeout: 30_000 }).toBe(0)
  expect(await database.db.$count(school)).toBe(0)
})

test('a process that stops in the middle ends the import first', async () => {
  const dataDir = folderWith({})
  const socket = await serve(dataDir)
  let written = () => {}
  const halfway = new Promise<void>((resolve) => (written = resolve))
  const importing = callControlSocket(
    dataDir,
    { command: 'import', args: ['schools.jsonl'], cwd: folderWith(file) },
    (line) => void (line.startsWith('已写入') && written()),
  )
  await halfway
  await socket.close()
  expect(await importing).toBe(1)
  await expect.poll(() => database.db.$count(school), { timeout: 30_000 }).toBe(0)
})
