import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { envelope } from '#server/contract/endpoint.ts'
import { httpStatusOf } from '#server/contract/codes.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { allEndpoints } from '#server/http/endpoints.ts'
import { addSchool, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  await addSchool(database, '模糊测试学校')
})
afterAll(() => database.close())

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 500 }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom(
    '',
    '0',
    '-0',
    '1',
    '9'.repeat(400),
    '1e308',
    'NaN',
    'Infinity',
    '0x1F',
    '１２',
    '\0',
    '\u202E',
    '\uD800',
    "'",
    '"',
    "' or 1=1 --",
    '\\',
    '%',
    '_',
    '%%%',
    '{}',
    '[]',
    '[object Object]',
    'null',
    'undefined',
    'true',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    '<script>',
    'https://',
    'javascript:alert(1)',
    '2026-02',
    '2026-99',
    '4403',
    '4403,4401',
    'ib,ap',
    ',,,',
    '国际学校',
    '🏫',
    'é',
    'a'.repeat(5000),
    ' ',
    '\r\n',
    '\t',
  ),
)

/** A query with the call's own names, names of other calls, and nonsense. */
function queryFor(names: readonly string[]): fc.Arbitrary<[string, string][]> {
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('page', 'page_size', 'city_code', 'sort', ...names) },
    { weight: 1, arbitrary: hostile },
  )
  return fc.array(fc.tuple(name, hostile), { maxLength: 6 })
}

/** What is wrong with the answer to a request; undefined for a success or a refusal. */
async function faultOf(address: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const response = await api.fetch(new Request(`https://site.example${address}`, { headers }))
  const { code } = envelope.parse(await response.json())
  const honest = response.status < 500 && response.status === httpStatusOf(code)
  return honest ? undefined : `${response.status} with ${code}: ${address}`
}

test('no query and no path value makes any call fail', async () => {
  const endpoints = allEndpoints(dependenciesOn(database)).map(({ endpoint }) => endpoint)
  for (const { path, input } of endpoints.filter(({ method }) => method === 'GET')) {
    await fc.assert(
      fc.asyncProperty(queryFor(Object.keys(input.shape)), hostile, async (query, segment) => {
        const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(Buffer.from(segment).toString()))
        expect(await faultOf(`${filled}?${new URLSearchParams(query).toString()}`)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  }
})

test('no raw query text makes a list fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 200 }), async (text) => {
      expect(await faultOf(`/api/schools?${text.replaceAll('#', '')}`)).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})

test('no token makes a personal call fail', async () => {
  const printable = fc.stringMatching(/^[\x20-\x7e]{0,300}$/)
  await fc.assert(
    fc.asyncProperty(printable, async (token) => {
      expect(await faultOf('/api/center/info', { token })).toBeUndefined()
    }),
    { numRuns: 200 },
  )
})
