import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { ask, dependenciesOn, json } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api
const lines: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  api = createApi(dependenciesOn(database, { log }))
})
afterAll(() => database.close())

const report = (body: Record<string, unknown>) => ask(api, '/api/client-errors', json(JSON.stringify(body)))

test("an error of a page's scripts is in the log, without what could name its visitor", async () => {
  const answer = await report({
    message: 'TypeError: no 13800138000 at https://x.example/?phone=13800138000 of li@example.cn\nx',
    path: '/school/4/',
    build: 'b56f7ab0',
  })
  expect(answer).toMatchObject({ status: 200, code: 1000, data: {} })
  const line: Record<string, unknown> = JSON.parse(lines.at(-1) ?? '')
  expect(line).toMatchObject({
    msg: 'browser error',
    message: 'TypeError: no [number] at https://x.example/?… of [mail] x',
    path: '/school/…/',
    build: 'b56f7ab0',
  })
})

test.each([
  ['nothing', {}],
  ['a path with a query', { message: 'x', path: '/search/?q=x', build: '' }],
  ["another site's path", { message: 'x', path: 'https://evil.example/', build: '' }],
  ['a message of 501 characters', { message: 'x'.repeat(501), path: '/', build: '' }],
  ['a build that is none', { message: 'x', path: '/', build: 'a b' }],
])('%s is refused and not logged', async (_what, body) => {
  const before = lines.length
  expect(await report(body)).toMatchObject({ status: 400, code: 1001 })
  expect(lines.slice(before).filter((line) => line.includes('browser error'))).toEqual([])
})

test('a client may report twenty errors within ten minutes, and all together three hundred within one', async () => {
  const silent = createApi(dependenciesOn(database))
  const send = async (address?: string) => {
    const request = new Request(
      'https://site.example/api/client-errors',
      json(JSON.stringify({ message: 'x', path: '/', build: '' })),
    )
    const answer = await silent.fetch(request, { clientAddress: address })
    return answer.status
  }
  for (let sent = 0; sent < 20; sent += 1) expect(await send('203.0.113.9')).toBe(200)
  expect(await send('203.0.113.9')).toBe(429)
  for (let sent = 20; sent < 300; sent += 1) expect(await send()).toBe(200)
  expect(await send('203.0.113.10')).toBe(429)
})
