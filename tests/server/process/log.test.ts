import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describeFailure } from '#server/db/failure.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, visitor } from '#server/db/schema/index.ts'
import { createLog } from '#server/telemetry/log.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => vi.useRealTimers())
afterAll(() => database.close())

/** What a log writes, line by line. */
function listen() {
  const lines: string[] = []
  return { lines, log: createLog('info', { write: (line: string) => void lines.push(line) }) }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('the statement was taken'),
    (error: unknown) => error,
  )
}

test.each([
  '13812345678',
  '+8613812345678',
  '0086 138 1234 5678',
  '138-1234-5678',
  '%2B8613812345678',
  '+85291234567',
  '852 9123 4567',
  '+853 61234567',
])('%s comes out masked wherever it stands in a line', (phone) => {
  const { lines, log } = listen()
  const error = new Error(`no message to ${phone}`, { cause: new Error(`${phone}: refused`) })
  log.error({ err: error, path: `/x/${phone}/`, deep: { list: [phone] } }, `call of ${phone} failed`)
  const [line = ''] = lines
  expect(line).not.toContain(phone)
  expect(line).not.toMatch(/12345678|1234[ -]5678|[69]1234567|[69]123 4567/)
  expect(JSON.parse(line)).toMatchObject({
    msg: 'call of [phone] failed',
    path: '/x/[phone]/',
    deep: { list: ['[phone]'] },
    err: [{ message: 'no message to [phone]' }, { message: '[phone]: refused' }],
  })
})

test('a phone as a number comes out masked in a line that is still JSON', () => {
  const { lines, log } = listen()
  log.info({ phone: 13_812_345_678 }, 'a bare number')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ phone: '[phone]' })
})

test('a line without a phone is written as it is, times and long numbers included', () => {
  const { lines, log } = listen()
  log.info({ ms: 1_781_496_000_000, id: '110101199003074477', port: 3140 }, 'serving')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ms: 1_781_496_000_000,
    id: '110101199003074477',
    port: 3140,
    msg: 'serving',
  })
  expect(lines[0]).toMatch(/"time":"\d{4}-\d\d-\d\dT[^"]+Z"/)
})

/** The message of each line, and for what was only counted which and how often. */
const said = (lines: readonly string[]) =>
  lines.map((line) => {
    const { msg, of, count } = z
      .object({ msg: z.string(), of: z.string().optional(), count: z.number().optional() })
      .parse(JSON.parse(line))
    return of === undefined ? msg : `${of}: ${count} more`
  })

test('a repeated line is logged three times and then counted each half minute, other lines are not delayed', () => {
  vi.useFakeTimers()
  const { lines, log } = listen()
  const unavailable = 'the database is not available'
  for (let nth = 0; nth < 100; nth += 1) log.warn({ requestId: `r${nth}` }, unavailable)
  log.warn('another thing')
  log.info('serving')
  expect(said(lines)).toEqual([unavailable, unavailable, unavailable, 'another thing', 'serving'])
  vi.advanceTimersByTime(30_000)
  expect(said(lines.slice(5))).toEqual([`${unavailable}: 97 more`])
  for (let nth = 0; nth < 10; nth += 1) log.warn({ requestId: `s${nth}` }, unavailable)
  vi.advanceTimersByTime(30_000)
  expect(said(lines.slice(6))).toEqual([unavailable, unavailable, unavailable, `${unavailable}: 7 more`])
})

test('repeated messages are each logged with their count', () => {
  vi.useFakeTimers()
  const { lines, log } = listen()
  const messages = Array.from({ length: 12 }, (_, nth) => `system ${nth} is away`)
  for (let nth = 0; nth < 5; nth += 1) for (const message of messages) log.warn(message)
  vi.advanceTimersByTime(30_000)
  expect(said(lines.slice(36)).toSorted()).toEqual(messages.map((of) => `${of}: 2 more`).toSorted())
})

test('of unexpected errors thirty are logged in half a minute', () => {
  vi.useFakeTimers()
  const { lines, log } = listen()
  for (let nth = 0; nth < 40; nth += 1) log.error({ requestId: `r${nth}` }, 'a call of the API failed')
  vi.advanceTimersByTime(30_000)
  expect(lines).toHaveLength(31)
  expect(said(lines.slice(30))).toEqual(['a call of the API failed: 10 more'])
})

test('a line of a hostile text stays one line', () => {
  const { lines, log } = listen()
  log.info({ path: '/a\r\n{"msg":"forged"}' }, 'x\n13812345678')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trim().split('\n')).toHaveLength(1)
})

test.each([
  [
    'a key that is taken',
    () => database.db.insert(visitor).values([{ phoneHash: '张三丰' }, { phoneHash: '张三丰' }]),
  ],
  ['a number that is none', () => database.pool.query(`select $1::text::int as wrong`, ['张三丰'])],
  ['a number out of range', () => database.pool.query(`select $1::text::int as wrong`, ['99999999999'])],
  ['a date that is none', () => database.pool.query(`select $1::text::timestamptz as wrong`, ['张三丰'])],
  [
    'a check that fails',
    () =>
      database.db
        .insert(clue)
        .values({ reference: '张三丰', orderType: 'order', cityCode: '4403', state: '张三丰' }),
  ],
])('a failure of the database, %s, is described without its values', async (_, work) => {
  const error = await failureOf(Promise.resolve(work()))
  const { lines, log } = listen()
  log.error({ err: error, failure: describeFailure(error) }, 'a call failed')
  expect(lines.join('')).not.toMatch(/张三丰|99999999999/)
  const faults = z.array(z.record(z.string(), z.unknown())).parse(describeFailure(error))
  expect(faults.at(-1)).toMatchObject({ code: expect.stringMatching(/^2[23]/) })
})
