import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { operatorCommands } from '#server/cli/commands.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { runCommand } from '#server/services/operations/operator-command.ts'
import { openFolderStore } from '#server/services/media/images/store.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'round-data-'))

beforeAll(async () => {
  database = await openTestDatabase()
  const images = openFolderStore(path.join(dataDir, 'images'))
  await loadSample(database, { schools: 14, images, log: { info: () => undefined } })
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(cwd: string, ...words: string[]) {
  const [name = '', ...args] = words
  const command = operatorCommands(database, dataDir, personalOfTests).get(name)
  if (command === undefined) throw new Error(`no command ${name}`)
  const lines: string[] = []
  const exit = await runCommand(command, {
    args,
    cwd,
    print: (line) => lines.push(line),
    signal: new AbortController().signal,
  })
  return { exit, lines }
}

function textsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}

function filesIn(folder: string): string[] {
  return Object.keys(textsIn(folder)).map((name) => path.join(folder, name))
}

test('what is exported, imported into an empty database and exported again is the same byte for byte', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'round-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect((await run(folder, 'export', 'content', '--out', 'first')).exit).toBe(0)
  const first = textsIn(path.join(folder, 'first'))
  expect(Object.keys(first)).toHaveLength(14)
  const [school = ''] = (first['schools.jsonl'] ?? '').split('\n')
  for (const column of ['id', 'fees', 'logo', 'cover', 'updated_at']) expect(school).toContain(`"${column}":`)

  await emptyDatabase(database)
  await migrate(database)
  const said = await run(folder, 'import', ...filesIn(path.join(folder, 'first')))
  expect(said).toMatchObject({ exit: 0 })
  expect((await run(folder, 'export', 'content', '--out', 'second')).exit).toBe(0)
  expect(textsIn(path.join(folder, 'second'))).toEqual(first)

  expect((await run(folder, 'export', 'content', '--out', 'third', '--format', 'csv')).exit).toBe(0)
  await emptyDatabase(database)
  await migrate(database)
  const csv = await run(folder, 'import', ...filesIn(path.join(folder, 'third')))
  expect(csv).toMatchObject({ exit: 0 })
  expect((await run(folder, 'export', 'content', '--out', 'fourth')).exit).toBe(0)
  expect(textsIn(path.join(folder, 'fourth'))).toEqual(first)
}, 120_000)

test('texts that a spreadsheet would run are exported as text, and come back as they were', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'formula-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await emptyDatabase(database)
  await migrate(database)
  const formulas = [
    '=HYPERLINK("https://evil.example","学费")',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '＝1+1',
    '－3',
    "'=quoted",
    "''+twice",
    "'plain",
  ]
  const schools = formulas.map((text, at) => ({
    key: `k${at}`,
    name: `${text}学校${at}`,
    city: 'shenzhen',
    aliases: [`${text}${at}`],
    phone: '+852 2345 6789',
    summary: text,
    about: `${text}\n=1+1`,
    lat: 22.5,
    lng: 114.1,
  }))
  const news = formulas.map((title) => ({ city: 'shenzhen', title, body: title, published_at: '2026-01-01' }))
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
  writeFileSync(path.join(folder, 'schools.jsonl'), lines(schools))
  writeFileSync(path.join(folder, 'news.jsonl'), lines(news))
  expect(await run(folder, 'import', 'schools.jsonl', 'news.jsonl')).toMatchObject({ exit: 0 })
  expect((await run(folder, 'export', 'content', '--out', 'lines')).exit).toBe(0)
  expect((await run(folder, 'export', 'content', '--out', 'cells', '--format', 'csv')).exit).toBe(0)

  const cells = Object.values(textsIn(path.join(folder, 'cells'))).flatMap((text): string[][] => parse(text))
  expect(cells.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠](?!\d+(?:\.\d+)?$)/.test(cell))).toEqual([])
  expect(cells.flat()).toContain(`'${formulas[0]}`)

  await emptyDatabase(database)
  await migrate(database)
  const again = await run(folder, 'import', ...filesIn(path.join(folder, 'cells')))
  expect(again).toMatchObject({ exit: 0 })
  expect((await run(folder, 'export', 'content', '--out', 'again')).exit).toBe(0)
  expect(textsIn(path.join(folder, 'again'))).toEqual(textsIn(path.join(folder, 'lines')))
})
