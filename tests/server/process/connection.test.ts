import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let connection: DatabaseConnection

beforeAll(async () => {
  connection = await openTestDatabase()
})

afterAll(() => connection.close())

test('the database answers and is healthy', async () => {
  expect((await connection.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await connection.healthy()).toBe(true)
})

test('a listener receives the payloads of its channel until it stops', async () => {
  const heard: (string | undefined)[] = []
  const stop = await connection.listen('content', (payload) => heard.push(payload))
  await connection.notify('content', '7')
  await connection.notify('elsewhere', '8')
  await expect.poll(() => heard).toEqual(['7'])
  stop()
  await connection.notify('content', '9')
  await wait(50)
  expect(heard).toEqual(['7'])
})

test('a listener reconnects and is notified that it may have missed payloads', async () => {
  const { engine, pool, listen, notify } = connection
  const heard: (string | undefined)[] = []
  const stop = await listen('content', (payload) => heard.push(payload))
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'xuanxiao listener'`
  const lost = (await pool.query(end)).rowCount
  // Inside one process there is no connection to lose.
  expect(lost).toBe(engine === 'postgres' ? 1 : 0)
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(Array.from({ length: lost ?? 0 }))
  await notify('content', 'after')
  await expect.poll(() => heard.at(-1)).toBe('after')
  stop()
})

test('the pool reconnects after the server has ended its connections', async () => {
  const { engine, pool } = connection
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and application_name = 'xuanxiao'`
  const clients = await Promise.all(
    Array.from({ length: engine === 'postgres' ? 3 : 1 }, () => pool.connect()),
  )
  for (const client of clients) client.release()
  await pool.query(end)
  await expect.poll(() => connection.healthy()).toBe(true)
})

test('several migrations at once leave one whole schema', async () => {
  await Promise.all([migrate(connection), migrate(connection), migrate(connection)])
  const { rows } = await connection.pool.query<{ n: number }>('select count(*)::int as n from city')
  expect(rows[0]?.n).toBe(7)
})

test('counts are read as text and times as dates on either engine', async () => {
  const { rows } = await connection.pool.query<{ count: string; at: Date; list: string[] }>(
    `select count(*), timestamptz '2026-01-02 03:04:05+08' as at, array['深圳', 'b'] as list from city`,
  )
  expect(rows).toEqual([{ count: '7', at: new Date('2026-01-01T19:04:05Z'), list: ['深圳', 'b'] }])
})

test('vacuuming goes through all tables', async () => {
  await connection.vacuum()
  const { rows } = await connection.pool.query<{ reltuples: number }>(
    `select reltuples from pg_class where oid = 'city'::regclass`,
  )
  expect(rows[0]?.reltuples).toBe(7)
})
