import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '#app/routes/search/find-schools.server.ts'
import { understoodWords } from '#app/routes/search/understood.server.ts'
import { apiFor, type Api as Client } from '#app/api/client.server.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

/** What the search page finds for each line of search-queries.txt on the sample content. */

const lines = readFileSync(new URL('search-queries.txt', import.meta.url), 'utf8').split('\n')
const rows = lines
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | '))
  .map(([q = '', meaning = '', school = '']): [string, string, string] => [q, meaning, school])

let database: DatabaseConnection
let client: Client

beforeAll(async () => {
  database = await openTestDatabase()
  await loadSample(database, { today: '2026-06-15', log: { info: () => undefined } })
  const api = createApi(dependenciesOn(database))
  client = apiFor({
    context: { fetchApi: async (request) => api.fetch(request), pageSecret: 'secret' },
    request: new Request('https://site.example/search/'),
  })
})
afterAll(() => database.close())

test('the table has 150 queries at least, each once', () => {
  const queries = rows.map(([q]) => q)
  expect(queries.length).toBeGreaterThanOrEqual(150)
  expect(new Set(queries).size).toBe(queries.length)
})

test.each(rows)('%s is understood as %s and finds %s', async (q, meaning, school) => {
  const { found, understood } = await search(client, { q, asWords: false }, '4403')
  const [first] = found.groups.flatMap(({ cards }) => cards.map(({ name }) => name))
  expect([
    understood === undefined ? '–' : understoodWords(understood).replaceAll('\u00a0', ' '),
    first === undefined ? '–' : school === '*' ? '*' : first,
  ]).toEqual([meaning, school])
})

test('the words of a search are searched as they are when asked for', async () => {
  const { found, understood } = await search(client, { q: '蛇口', asWords: true }, '4403')
  expect([found.total, understood]).toEqual([0, undefined])
})
