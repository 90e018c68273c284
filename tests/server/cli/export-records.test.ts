import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { operatorCommands } from '#server/cli/commands.ts'
import { accessLog, checkIn, clue, consent, event, question } from '#server/db/schema/index.ts'
import { callControlSocket, openControlSocket } from '#server/services/operations/control-socket.ts'
import { reasonOf, runCommand } from '#server/services/operations/operator-command.ts'
import { addSchool, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { folderWith, operate } from '#tests/support/operator/operator.ts'

const encrypted = (text: string) => personalOfTests.encrypt(text)
const at = (text: string) => new Date(`${text}+08:00`)

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

async function lead(reference: string, given: Partial<typeof clue.$inferInsert> = {}): Promise<void> {
  await database.db.insert(clue).values({
    reference,
    orderType: 'order',
    cityCode: '4403',
    nameCipher: encrypted('张三丰'),
    phoneCipher: encrypted('+8613812345678'),
    createdAt: at('2026-06-10T12:00:00'),
    ...given,
  })
}

/** Gives a command as the operator 王五 does, in a folder that is there afterwards. */
async function exporting(args: readonly string[], signal = new AbortController().signal) {
  const cwd = folderWith({})
  const command = operatorCommands(database, cwd, personalOfTests).get('export')
  if (command === undefined) throw new Error('no command export')
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  return { cwd, lines, exit: await runCommand(command, { args, cwd, print, signal, operator: '王五' }) }
}

/** What the lines of an export say, row by row. */
function rowsOf(text: string): Record<string, string>[] {
  return parse(text, { columns: true, bom: true })
}

test('people get Chinese column names, the time of China, words for slugs, and the consents of a lead', async () => {
  const schoolId = await addSchool(database, '测试学校')
  const other = await addSchool(database, '别的学校')
  await lead('FIRST00001', { schoolId, grade: 'g7', createdAt: at('2026-06-10T09:30:00') })
  await lead('AGAIN00001', { schoolId, state: 'contacted', duplicateOf: 'FIRST00001' })
  await lead('OTHER00001', { schoolId: other })
  const [first] = await database.db.select().from(clue).where(eq(clue.reference, 'FIRST00001'))
  const given = {
    clueId: first?.id ?? 0,
    recipient: '测试学校',
    textVersion: '1',
    givenAt: at('2026-06-10T09:30'),
  }
  await database.db.insert(consent).values([
    { ...given, purpose: 'contact' },
    { ...given, purpose: 'marketing', withdrawnAt: at('2026-06-11T08:05:00') },
  ])
  const { exit, lines } = await exporting(['leads', '--school', String(schoolId)])
  expect(exit).toBe(0)
  const [one, two, ...more] = rowsOf(lines.map((line) => `${line}\n`).join(''))
  expect(one).toMatchObject({
    申请编号: 'FIRST00001',
    类型: '预约参观',
    状态: '已收到',
    提交时间: '2026-06-10 09:30',
    城市: '深圳',
    学校编号: String(schoolId),
    学校: '测试学校',
    年级: '初一',
    授权: '联系：测试学校；招生消息：测试学校（2026-06-11 08:05 撤回）',
  })
  expect(two).toMatchObject({ 状态: '已联系', 可能重复于: 'FIRST00001', 授权: '' })
  expect(more).toEqual([])
  const machine = await exporting(['leads', '--school', String(schoolId), '--format', 'jsonl'])
  expect(JSON.parse(machine.lines[0] ?? '')).toMatchObject({
    state: 'received',
    created_at: '2026-06-10T01:30:00.000Z',
    school_id: String(schoolId),
    consents: [
      { purpose: 'contact', recipient: '测试学校', withdrawn_at: null },
      { purpose: 'marketing', withdrawn_at: '2026-06-11T00:05:00.000Z' },
    ],
  })
  expect(await exporting(['checkins', '--school', String(schoolId)])).toMatchObject({ exit: 2 })
})

test('leads come as CSV with clear names and phones, from the first to the last moment asked for', async () => {
  const schoolId = await addSchool(database, '测试学校')
  await lead('BEFORE', { createdAt: at('2026-06-09T23:59:59.999') })
  await lead('FIRST', { createdAt: at('2026-06-10T00:00:00'), schoolId, stage: 'high', source: '/school/1/' })
  await lead('LAST', { createdAt: at('2026-06-11T23:59:59.999'), phoneCipher: encrypted('+85291234567') })
  await lead('AFTER', { createdAt: at('2026-06-12T00:00:00') })
  await lead('ANONYMOUS', { anonymisedAt: at('2026-06-10T12:00:00'), nameCipher: null, phoneCipher: null })
  const { exit, lines } = await exporting([
    'leads',
    '--since',
    '2026-06-10',
    '--until',
    '2026-06-11',
    '--labels',
    'en',
  ])
  expect(exit).toBe(0)
  expect(lines[0]).toMatch(/^\uFEFFreference,order_type,.*\r$/)
  expect(rowsOf(lines.map((line) => `${line}\n`).join(''))).toMatchObject([
    { reference: 'FIRST', name: '张三丰', phone: '13812345678', school: '测试学校', stage: 'high' },
    { reference: 'LAST', phone: `'+85291234567`, school: '' },
  ])
})

test('the half days of a visit come in words for people and as slugs for programs', async () => {
  await lead('VISIT', { visit_times: ['weekday_morning', 'sunday_afternoon'] })
  const since = ['leads', '--since', '2026-06-01']
  const { lines: chinese } = await exporting(since)
  expect(chinese.at(-1)).toContain(',工作日上午；周日下午,')
  const { lines } = await exporting([...since, '--format', 'jsonl'])
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { visit_times: ['weekday_morning', 'sunday_afternoon'] },
  ])
})

test('the wish and the number of people are columns of their own', async () => {
  await lead('JOINT', { wish: '2026年6月20日周六上午', people: '3' })
  const { lines } = await exporting(['leads', '--since', '2026-06-01'])
  expect(lines[0]).toContain(',想去的时间,一共几个人,')
  expect(lines.at(-1)).toContain(',2026年6月20日周六上午,3 人,')
})

test('the preferred way to be contacted comes in words for people, and not of a lead that was cancelled', async () => {
  await lead('TEXT', { contact_preference: 'text_first' })
  await lead('CANCELLED', { state: 'cancelled', contact_preference: 'weekend' })
  const { lines } = await exporting(['leads', '--since', '2026-06-01'])
  expect(lines.filter((line) => line.includes('先发短信，不要直接打电话'))).toHaveLength(1)
  expect(lines.join('\n')).not.toContain('周末打电话')
})

test.each(['withdrawn', 'cancelled'])(
  'a lead that was %s is exported without personal data',
  async (state) => {
    const child = { stage: 'primary', grade: 'g3' }
    await lead('TAKEN BACK', { state, messageCipher: encrypted('不要再打'), ...child })
    const { lines } = await exporting(['leads', '--since', '2026-06-01', '--format', 'jsonl'])
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { reference: 'TAKEN BACK', state, name: '', phone: '', message: '', stage: '', grade: '' },
    ])
  },
)

test.each(['=HYPERLINK("http://evil.example")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])(
  'a message that a spreadsheet would calculate, %j, is made text',
  async (message) => {
    await lead('FORMULA', { messageCipher: encrypted(message) })
    const { lines } = await exporting(['leads', '--since', '2026-06-01', '--labels', 'en'])
    expect(rowsOf(lines.map((line) => `${line}\n`).join(''))).toMatchObject([{ message: `'${message}` }])
  },
)

test('quotes, commas and line breaks of a message survive both formats', async () => {
  const message = '他说 "好",\r\n第二行;再见 '
  await lead('QUOTES', { messageCipher: encrypted(message) })
  const csv = await exporting(['leads', '--since', '2026-06-01', '--labels', 'en'])
  expect(rowsOf(csv.lines.map((line) => `${line}\n`).join(''))).toMatchObject([{ message }])
  const lines = await exporting(['leads', '--since', '2026-06-01', '--format', 'jsonl'])
  expect(lines.lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ message }])
})

test('a file is new, readable by its owner only, and has what the screen would show', async () => {
  for (let number = 0; number < 1203; number += 1) await lead(`LEAD${number}`)
  const { exit, lines, cwd } = await exporting(['leads', '--since', '2026-06-01', '--out', 'leads.csv'])
  expect([exit, lines]).toEqual([0, ['leads.csv: 1203 行']])
  const file = path.join(cwd, 'leads.csv')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const rows = rowsOf(readFileSync(file, 'utf8'))
  expect(new Set(rows.map(({ 申请编号: reference }) => reference)).size).toBe(1203)
  const screen = await exporting(['leads', '--since', '2026-06-01'])
  const withoutNote = (text: string) => text.replaceAll(/,\d+,王五,[\d: -]+(?=\r)/g, '')
  expect(withoutNote(screen.lines.map((line) => `${line}\n`).join(''))).toBe(
    withoutNote(readFileSync(file, 'utf8')),
  )
})

test('a file that is there is not written over', async () => {
  await lead('ONE')
  const said = await operate(database, ['export', 'leads', '--since', '2026-06-01', '--out', 'there.csv'], {
    'there.csv': 'dear',
  })
  expect(said.exit).toBe(1)
  expect(said.lines.join('')).toMatch(/^命令失败：\/.*there\.csv 已经在那里：请换一个名字，或先把它移走$/)
})

test('a server that does not listen is reported with one address or several', async () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED', address, port: 5432 })
  const both = new AggregateError([refused('::1'), refused('127.0.0.1')])
  const said = '连不上 ::1:5432：那里没有程序在运行，或地址写错了'
  expect(reasonOf(new Error('Failed query', { cause: both }))).toBe(said)
  expect(reasonOf(refused('::1'))).toBe(said)
})

test('an aborted export leaves no file, and is audited all the same', async () => {
  await lead('ONE')
  const { exit, cwd, lines } = await exporting(
    ['leads', '--since', '2026-06-01', '--out', 'leads.csv'],
    AbortSignal.abort(),
  )
  expect([exit, lines]).toEqual([1, ['已中止']])
  expect(existsSync(path.join(cwd, 'leads.csv'))).toBe(false)
  expect(await database.db.select().from(accessLog)).toMatchObject([{ command: 'export leads', rows: 0 }])
})

test('every export is audited with operator, filter and rows, and every row has its audit id', async () => {
  await lead('ONE')
  await lead('TWO')
  const { lines } = await exporting(['leads', '--since', '2026-06-01', '--until', '2026-06-30'])
  const noted = await database.db.select().from(accessLog)
  expect(noted).toMatchObject([
    {
      command: 'export leads',
      operator: '王五',
      rows: 2,
      details: {
        since: '2026-05-31T16:00:00.000Z',
        until: '2026-06-30T16:00:00.000Z',
        format: 'csv',
      },
    },
  ])
  const rows = rowsOf(lines.map((line) => `${line}\n`).join(''))
  expect(rows.map((row) => row['导出编号'])).toEqual([String(noted[0]?.id), String(noted[0]?.id)])
  expect(rows.map((row) => row['导出人'])).toEqual(['王五', '王五'])
  expect(rows.every((row) => /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(row['导出时间'] ?? ''))).toBe(true)
})

test('check-ins and questions are exported the same way', async () => {
  const day = { cityCode: '4403', startsAt: at('2026-06-10T09:00:00'), endsAt: at('2026-06-10T17:00:00') }
  const [stored] = await database.db
    .insert(event)
    .values({ ...day, title: '择校展' })
    .returning({ id: event.id })
  const person = { nameCipher: encrypted('李四'), phoneCipher: encrypted('+8613912345678') }
  const came = { ...person, eventId: stored?.id ?? 0, kind: 'parent', device: '一号机' }
  await database.db.insert(checkIn).values([
    { ...came, id: 'a', nonce: 'a', at: at('2026-06-10T10:00:00') },
    { ...came, id: 'b', nonce: 'b', at: at('2026-06-09T10:00:00') },
  ])
  const schoolId = await addSchool(database, '问答学校')
  const asked = { ...person, schoolId, body: '有校车吗？', askedAt: at('2026-06-10T10:00:00') }
  await database.db.insert(question).values([asked, { ...asked, askedAt: at('2026-06-01T10:00:00') }])
  const since = ['--since', '2026-06-10', '--format', 'jsonl']
  const checkIns = await exporting(['checkins', ...since])
  expect(checkIns.lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: '择校展', name: '李四', phone: '13912345678', kind: 'parent', device: '一号机' },
  ])
  const questions = await exporting(['questions', ...since])
  expect(questions.lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { school: '问答学校', question: '有校车吗？', name: '李四', phone: '13912345678', state: 'pending' },
  ])
})

test.each([
  ['leads'],
  ['leads', '--since', 'yesterday'],
  ['leads', '--since', '2026-02-30'],
  ['leads', '--since', '2026-06-01', '--format', 'xls'],
  ['leads', '--since', '2026-06-01', '--everything'],
  ['leads', '--since', '2026-06-01', '--labels', 'fr'],
  ['leads', '--since', '2026-06-01', '--format', 'jsonl', '--labels', 'zh'],
  ['accounts', '--since', '2026-06-01'],
])('export %s %s %s is a wrong call', async (...args) => {
  const { exit, lines } = await exporting(args)
  expect(exit).toBe(2)
  expect(lines.join('\n')).toContain('npm run export -- leads|checkins|questions --since')
  expect(await database.db.$count(accessLog)).toBe(0)
})

test('an export reaches the running process, which has the key, and names the caller', async () => {
  await lead('THROUGH')
  const dataDir = folderWith({})
  const commands = operatorCommands(database, dataDir, personalOfTests)
  const socket = await openControlSocket({ dataDir, commands, log: { error: () => undefined } })
  const lines: string[] = []
  const args = ['leads', '--since', '2026-06-01', '--format', 'jsonl']
  const asked = { command: 'export', args, cwd: dataDir, operator: '赵六' }
  const exit = await callControlSocket(dataDir, asked, (line) => void lines.push(line))
  await socket.close()
  expect(exit).toBe(0)
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ name: '张三丰' }])
  expect(await database.db.select().from(accessLog)).toMatchObject([{ operator: '赵六', rows: 1 }])
})
