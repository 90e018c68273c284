import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { addSchool, ask, json } from '#tests/support/api/api.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { startReceiver, type CountingReceiver } from '#tests/support/api/counting-receiver.ts'
import { accepted, leadFields } from '#tests/support/leads/leads.ts'
import { refusedStart } from '#tests/support/site/refused-start.ts'
import { makeServerDatabase } from '#tests/support/database/server-database.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

let database: { url: string; drop: () => Promise<void> }
let connection: DatabaseConnection
let receiver: CountingReceiver
let sites: SiteProcess[] = []

beforeAll(async () => {
  database = await makeServerDatabase()
  receiver = await startReceiver()
  const settings = {
    DATABASE_URL: database.url,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUST_PROXY: 'loopback',
    CRM_WEBHOOK_URL: receiver.url,
    CRM_WEBHOOK_SECRET: 'a secret of the two systems',
  }
  // Both find the database empty.
  sites = await Promise.all([startProcess(settings), startProcess(settings)])
  connection = await connectDatabase({ databaseUrl: database.url, dataDir: '' })
})
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()))
  await connection?.close()
  await receiver?.stop()
  await database?.drop()
})

/** Calls the API of one of the two. */
function askSite(which: number, address: string, init: RequestInit = {}) {
  return ask({ fetch: (request) => fetch(request) }, new URL(address, sites[which]?.url).href, init)
}

test('two processes that start at once on an empty database make one schema, and both serve', async () => {
  const answers = await Promise.all(sites.map(({ url }) => fetch(`${url}/readyz`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await connection.pool.query<{ n: number }>('select count(*)::int as n from city')
  expect(rows[0]?.n).toBe(7)
})

test('a third process with another key is refused, and the two go on', async () => {
  const other = Buffer.alloc(32, 8).toString('base64')
  const dataDir = sites[0]?.dataDir ?? ''
  const { code, said } = await refusedStart({
    DATABASE_URL: database.url,
    DATA_KEY: other,
    DATA_DIR: dataDir,
  })
  expect(code).toBe(1)
  expect(said).toContain('密钥不对：数据库里的姓名和电话是用密钥')
  const answers = await Promise.all(sites.map(({ url }) => fetch(`${url}/readyz`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('content that changes is new in the pages of both at once', async () => {
  const school = await addSchool(connection, '海棠双语学校')
  const publish = async (name: string) => {
    const version = await connection.db.transaction(async (tx) => {
      await tx.execute(sql`update school set name = ${name} where id = ${school}`)
      return raiseContentVersion(tx)
    })
    await announceContent(connection, version)
  }
  await publish('海棠双语学校')
  const headings = () =>
    Promise.all(
      sites.map(async ({ url }) => {
        const page = await fetch(`${url}/school/${school}/`, { headers: { 'user-agent': phoneAgent } })
        return /<h1[^>]*>([^<]*)/.exec(await page.text())?.[1]
      }),
    )
  await expect.poll(headings, { timeout: 20_000 }).toEqual(['海棠双语学校', '海棠双语学校'])
  await publish('木棉双语学校')
  await expect.poll(headings, { timeout: 20_000 }).toEqual(['木棉双语学校', '木棉双语学校'])
})

test('every lead is delivered to the CRM once over both', async () => {
  const references = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const body = json(JSON.stringify(leadFields()))
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${at}` }
      const { data } = await askSite(at % 2, '/api/clue', { ...body, headers })
      return accepted.parse(data).reference
    }),
  )
  await expect.poll(() => receiver.keys.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(20)
  const { rows } = await connection.pool.query<{ tries: number }>('select tries from outbox')
  expect(rows.map(({ tries }) => tries)).toEqual(references.map(() => 1))
  expect(receiver.keys.toSorted()).toEqual(references.toSorted())
})

test('a code sent by one process works at the other, and its session is valid at both', async () => {
  const phone = '13700000042'
  const send = (which: number) => askSite(which, '/api/code', json(JSON.stringify({ phone })))
  expect((await send(0)).code).toBe(1000)
  expect(await send(1)).toMatchObject({ status: 429, code: 1429 })
  const line = sites[0]?.log.find((each) => each.includes('"msg":"sms"') && each.includes(phone)) ?? ''
  const { code } = z.object({ code: z.string() }).parse(JSON.parse(line))
  const login = await askSite(1, '/api/login', json(JSON.stringify({ phone, code, agreed: agreedVersion })))
  const { token } = z.object({ token: z.string() }).parse(login.data)
  expect((await askSite(0, '/api/center/info', { headers: { token } })).code).toBe(1000)
  await askSite(1, '/api/logout', { ...json('{}'), headers: { token, 'content-type': 'application/json' } })
  expect(await askSite(0, '/api/center/info', { headers: { token } })).toMatchObject({ code: 1103 })
})
