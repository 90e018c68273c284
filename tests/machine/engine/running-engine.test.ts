import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'

const messages: string[] = []
let dataDir: string
let connection: DatabaseConnection

beforeAll(async () => {
  dataDir = await makeDataDir()
  connection = await connectDatabase({
    dataDir,
    statementLimitMs: 1500,
    log: (_level, message, details) => messages.push(`${message} ${JSON.stringify(details)}`),
  })
  await connection.pool.query(
    'create table note (id int generated always as identity primary key, text text)',
  )
})

afterAll(async () => {
  await connection.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('fifty health checks at once are one statement, beside that of maintenance', async () => {
  await expect.poll(() => connection.healthy(), { timeout: 20_000 }).toBe(true)
  const asked = vi.spyOn(connection.pool, 'query')
  onTestFinished(() => asked.mockRestore())
  const answers = await Promise.all(Array.from({ length: 50 }, () => connection.healthy()))
  expect(answers).toEqual(Array(50).fill(true))
  const probes = asked.mock.calls.filter((given: readonly unknown[]) =>
    String(given[0]).includes('pg_control_checkpoint'),
  )
  expect(probes.length).toBeLessThanOrEqual(2)
})

test('the engine is asked for its health again after a second, also when the clock was set back', async () => {
  await expect.poll(() => connection.healthy(), { timeout: 20_000 }).toBe(true)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  onTestFinished(() => clock.mockRestore())
  await sleep(1100)
  const asked = vi.spyOn(connection.pool, 'query')
  onTestFinished(() => asked.mockRestore())
  expect(await connection.healthy()).toBe(true)
  expect(asked).toHaveBeenCalled()
})

test('a statement over its limit is ended, and the next one is answered', async () => {
  const { pool } = connection
  await pool.query(`insert into note (text) values ('before')`)
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  expect((await pool.query(`select text from note where text = 'before'`)).rows).toHaveLength(1)
})

test('a statement that computes without end is ended too, with the transaction around it', async () => {
  const { pool, db } = connection
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(`insert into note (text) values ('in a transaction that ends')`)
      await tx.execute('select count(*) from generate_series(1, 1e12)')
    }),
  ).rejects.toThrow('Failed query')
  expect((await pool.query(`select from note where text like 'in a %'`)).rows).toHaveLength(0)
})

test('a statement with a timeout of its own may take longer, and only that one', async () => {
  const slow = 'select pg_sleep(2), 1 as done'
  const { rows } = await connection.withStatementTimeout(30_000, (client) =>
    client.query<{ done: number }>(slow),
  )
  expect(rows[0]?.done).toBe(1)
  await expect(connection.pool.query(slow)).rejects.toMatchObject({ code: '57014' })
})

test('an internal error of the engine restarts it', async () => {
  const { pool } = connection
  messages.length = 0
  const internalError = `do $$ begin raise exception 'broken' using errcode = 'XX000'; end $$`
  await expect(pool.query(internalError)).rejects.toThrow('engine error XX000')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(messages.join('\n')).toContain('starts again {"reason":"engine error XX000"}')
})

test('a client that lost its engine can be released to the pool', async () => {
  const { pool } = connection
  const lost = await pool.connect()
  await expect(lost.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  lost.release()
})

test('an ordinary error restarts nothing', async () => {
  const { pool } = connection
  messages.length = 0
  await expect(pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  await expect(pool.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(messages).toEqual([])
})

test('a client discarded inside a transaction leaves no state to the next one', async () => {
  const { pool, withStatementTimeout } = connection
  await expect(
    withStatementTimeout(1000, async (client) => {
      await client.query('begin')
      await client.query(`set local search_path = nowhere`)
      await client.query(`insert into public.note (text) values ('left open')`)
      throw new Error('the task failed')
    }),
  ).rejects.toThrow('the task failed')
  expect((await pool.query(`select from note where text = 'left open'`)).rows).toHaveLength(0)
  expect((await pool.query('show search_path')).rows).toEqual([{ search_path: 'public' }])
})

test('waiting for the only client inside a transaction is an error, not a deadlock', async () => {
  const { pool, db } = connection
  const client = await pool.connect()
  onTestFinished(() => {
    pool.options.connectionTimeoutMillis = 10_000
  })
  expect(pool.options.connectionTimeoutMillis).toBe(10_000)
  pool.options.connectionTimeoutMillis = 500
  const refused = await db.execute('select 1').catch((error: unknown) => error)
  client.release()
  expect(refused).toMatchObject({ cause: { message: expect.stringContaining('timeout exceeded') } })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a page between the statements of an import waits for one of them at most', async () => {
  const { pool } = connection
  let imported = 0
  const statements = 300
  const importing = (async () => {
    for (; imported < statements; imported += 1)
      await pool.query(`insert into note (text) values ('imported')`)
  })()
  for (let pages = 0; pages < 20; pages += 1) {
    const before = imported
    await pool.query('select count(*) from note')
    expect(imported - before).toBeLessThanOrEqual(2)
  }
  await importing
})

test('large values and many rows are transferred completely', async () => {
  const { pool } = connection
  const text = '国际学校'.repeat(500_000)
  const { rows } = await pool.query<{ text: string }>('insert into note (text) values ($1) returning text', [
    text,
  ])
  expect(rows[0]?.text).toBe(text)
  expect((await pool.query('select generate_series(1, 50000) as n')).rows).toHaveLength(50_000)
})

test('all data are in one folder of the data folder', () => {
  expect(readdirSync(dataDir)).toEqual(['database'])
  const remaining = readdirSync(path.join(dataDir, 'database')).filter(
    (name) => !/^lock-.*\.sock$/.test(name),
  )
  expect(remaining.toSorted()).toEqual(['cluster', 'holder.json'])
})

test('a folder that is no database is left alone', async () => {
  const other = mkdtempSync(path.join(os.tmpdir(), 'xuanxiao-other-'))
  const precious = path.join(other, 'database/cluster/precious')
  mkdirSync(path.dirname(precious), { recursive: true })
  writeFileSync(precious, '')
  await expect(connectDatabase({ dataDir: other })).rejects.toThrow('is not a database')
  expect(readdirSync(path.dirname(precious))).toEqual(['precious'])
  rmSync(other, { recursive: true })
})

test('while the engine does not start statements fail at once, and work again when it does', async () => {
  const { pool } = connection
  const [cluster = ''] = readdirSync(path.join(dataDir, 'database'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('global/pg_control'))
    .map((file) => path.join(dataDir, 'database', file))
  await pool.query('checkpoint')
  const whole = readFileSync(cluster)
  writeFileSync(cluster, Buffer.alloc(whole.length))
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  await expect.poll(() => messages.join(), { timeout: 20_000 }).toContain('does not start')
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '08006' })
  expect(await connection.healthy()).toBe(false)
  writeFileSync(cluster, whole)
  await expect.poll(() => connection.healthy(), { timeout: 20_000 }).toBe(true)
  expect((await pool.query('select text from note')).rows.length).toBeGreaterThan(0)
})
