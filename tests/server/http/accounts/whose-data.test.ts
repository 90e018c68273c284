import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { is } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import * as schema from '#server/db/schema/index.ts'
import { addSchool, ask, json, personalOfTests } from '#tests/support/api/api.ts'
import { attemptsOn, type Attempt, type Person } from '#tests/support/accounts/attempts.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, storeOpenDay } from '#tests/support/leads/leads.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

/** Nobody, and a visitor, against everything of another visitor: no call reads or changes what is not the caller's. */

let database: DatabaseConnection
let stage: ClockedApi
let school: number
let openDay: number
let mine: Person
let other: Person

beforeAll(async () => {
  database = await openTestDatabase()
  stage = clockedApi(database)
  school = await addSchool(database, '共同学校')
  openDay = await storeOpenDay(database, { schoolId: school, capacity: 9 })
  mine = await makePerson('+8613800000001', '欧阳若兰', '兰兰妈妈')
  other = await makePerson('+8613900000002', '慕容清风', '清风爸爸')
})
afterAll(() => database.close())

async function okay(address: string, body: object, token: string): Promise<unknown> {
  const answer = await stage.post(address, body, token)
  if (answer.code !== 1000) throw new Error(`${address}: ${answer.text}`)
  return answer.data
}

async function firstId(address: string, token: string, wanted: (row: unknown) => boolean): Promise<string> {
  const { data } = await ask(stage.api, address, { headers: { token } })
  const row = z
    .object({ items: z.array(z.unknown()) })
    .parse(data)
    .items.find(wanted)
  return String(z.object({ id: z.number() }).parse(row).id)
}

async function makePerson(phone: string, name: string, nickname: string): Promise<Person> {
  await stage.logIn(phone)
  const token = await stage.logIn(phone)
  const question = `${nickname}问：校车到哪里？`
  await okay('/api/center/modify', { nickname }, token)
  await okay(`/api/school_collect/${school}`, { is_collect: 1 }, token)
  const note = `${nickname}觉得食堂不错`
  await okay(`/api/center/collect/${school}/note`, { note }, token)
  await okay('/api/school/questions', { school_id: school, question, name, phone }, token)
  const wrong = `${question}校车费不对`
  await okay(
    '/api/school/corrections',
    { school_id: school, field: 'fees', wrong, phone, consent_contact: 1 },
    token,
  )
  const lead = { name, phone, consent_contact: 1 }
  const { reference } = accepted.parse(await okay('/api/clue', { ...lead, school_id: school }, token))
  const seat = { ...lead, order_type: 'openday', open_day_id: openDay }
  const { reference: booking } = accepted.parse(await okay('/api/clue', seat, token))
  const { data } = await ask(stage.api, '/api/center/info', { headers: { token } })
  return {
    phone,
    name,
    nickname,
    question,
    note,
    token,
    reference,
    booking,
    id: z.object({ id: z.number() }).parse(data).id,
    consent: await firstId('/api/center/consents', token, () => true),
    session: await firstId(
      '/api/center/sessions',
      token,
      (row) => !z.object({ current: z.boolean() }).parse(row).current,
    ),
  }
}

const openApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ security: z.unknown().optional() }))),
})

async function allCalls(): Promise<{ call: string; method: string; path: string; guarded: boolean }[]> {
  const answer = await stage.api.fetch(new Request('https://site.example/api/openapi.json'))
  const { paths } = openApi.parse(await answer.json())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { security }]) => {
      const method = name.toUpperCase()
      return {
        call: `${method} ${path}`,
        method,
        path,
        // `{}` beside it: a token is read where there is one.
        guarded: JSON.stringify(security ?? '').startsWith('[{"token"'),
      }
    }),
  )
}

/** Tables whose rows about a phone anybody may add: that a code was asked for. */
const openTables = new Set(['code'])

/** Every row of every table that belongs to a person, by account, by phone or by request. */
async function rowsOf(person: Person): Promise<string[]> {
  const found: string[] = []
  const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableConfig(value)] : []))
  for (const { name, columns } of tables) {
    if (openTables.has(name)) continue
    const has = (column: string) => columns.some((each) => each.name === column)
    const own = [
      ...(name === 'visitor' ? ['id = $1'] : []),
      ...(has('visitor_id') ? ['visitor_id = $1'] : []),
      ...(has('phone_hash') ? ['phone_hash = $2'] : []),
      ...(has('clue_id') ? ['clue_id in (select id from clue where visitor_id = $1)'] : []),
    ]
    if (own.length === 0) continue
    const { rows } = await database.pool.query<{ row: string }>(
      `select t::text as row from (select * from "${name}" where $1::int is not null and $2::text is not null and (${own.join(' or ')})) t`,
      [person.id, personalOfTests.blindIndex('phone', person.phone)],
    )
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found.toSorted()
}

/** What of a person must never be in an answer to somebody else. */
function secretsOf({ phone, name, nickname, question, note, reference, booking }: Person): string[] {
  const masked = `${phone.slice(3, 6)}****${phone.slice(10)}`
  return [phone.slice(3), masked, name, nickname, question, note, reference, booking]
}

function send({ method, path }: { method: string; path: string }, row: Attempt, token: string | undefined) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => row.path?.[name] ?? '1')
  const headers = token === undefined ? {} : { token }
  if (method === 'GET') return ask(stage.api, place + (row.query ?? ''), { headers })
  const posted = json(JSON.stringify(row.body ?? {}))
  return ask(stage.api, place, { ...posted, headers: { 'content-type': 'application/json', ...headers } })
}

test("no call without a login or by another visitor reads or changes a visitor's data", async () => {
  const calls = await allCalls()
  const rows = new Map(Object.entries(attemptsOn(other, { school, openDay })))
  expect(calls.length).toBeGreaterThan(40)
  const before = await rowsOf(other)
  expect(before.length).toBeGreaterThan(8)
  const wrong: string[] = []
  // Logout comes last: it ends the session that the attempts are made with.
  for (const each of calls.toSorted((one, two) => rankOf(one.call) - rankOf(two.call))) {
    const row = rows.get(each.call)
    if (row === undefined) {
      wrong.push(`${each.call}: no row says what it must not do`)
      continue
    }
    for (const caller of [undefined, mine]) {
      const answer = await send(each, row, caller?.token)
      const who = `${each.call} by ${caller === undefined ? 'nobody' : 'another'}`
      if (answer.status >= 500 && answer.code !== 1503) wrong.push(`${who}: ${answer.text}`)
      if (caller === undefined && each.guarded && answer.status !== 401)
        wrong.push(`${who}: ${answer.status}`)
      if (caller !== undefined && row.status !== undefined && answer.status !== row.status) {
        wrong.push(`${who}: ${answer.status} instead of ${row.status}: ${answer.text}`)
      }
      const read = secretsOf(other).filter((secret) => answer.text.includes(secret))
      if (read.length > 0) wrong.push(`${who}: reads ${read.join(', ')}`)
    }
    const after = await rowsOf(other)
    if (after.join('\n') !== before.join('\n')) {
      wrong.push(`${each.call}: changed ${after.filter((line) => !before.includes(line)).join('; ')}`)
    }
    stage.clock.now = new Date(stage.clock.now.getTime() + 61_000)
  }
  expect(wrong).toEqual([])
})

function rankOf(call: string): number {
  return call === 'POST /api/logout' ? 1 : 0
}

test('the same calls answer their owner', async () => {
  const owner = await stage.logIn(other.phone)
  const read = async (path: string) => (await ask(stage.api, path, { headers: { token: owner } })).text
  expect(await read('/api/center/info')).toContain(other.nickname)
  expect(await read('/api/center/requests')).toContain(other.reference)
  const code = await stage.codeFor(other.phone, owner)
  const exported = await stage.post('/api/center/export', { code }, owner)
  for (const own of [other.name, other.question, other.booking]) expect(exported.text).toContain(own)
  const before = await rowsOf(other)
  for (const path of [
    `/api/center/consents/${other.consent}/withdraw`,
    `/api/center/requests/${other.booking}/cancel`,
    `/api/center/sessions/${other.session}/end`,
  ]) {
    expect((await stage.post(path, {}, owner)).code, path).toBe(1000)
  }
  const changed = (await rowsOf(other)).filter((line) => !before.includes(line))
  for (const table of ['clue', 'consent', 'session']) {
    expect(
      changed.some((line) => line.startsWith(`${table} `)),
      table,
    ).toBe(true)
  }
})
