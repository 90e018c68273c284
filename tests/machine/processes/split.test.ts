import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { storePictures } from '#server/sample/pictures.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import { migrate } from '#server/db/migrate.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { makeServerDatabase } from '#tests/support/database/server-database.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { storeAdministratorSession } from '#tests/support/staff/stored-session.ts'

let database: { url: string; drop: () => Promise<void> }
let connection: DatabaseConnection
let api: SiteProcess
let pages: SiteProcess

beforeAll(async () => {
  database = await makeServerDatabase()
  connection = await connectDatabase({ databaseUrl: database.url, dataDir: '' })
  await migrate(connection)
  await loadSample(connection, { schools: 7, log: { info: () => undefined } })
  const API_SECRET = 'a secret of pages and API'
  api = await startProcess({
    DATABASE_URL: database.url,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    API_SECRET,
  })
  await storePictures(openImages({ dataDir: api.dataDir }))
  pages = await startProcess({ API_ORIGIN: api.url, API_SECRET, TRUST_PROXY: 'loopback' })
})
afterAll(async () => {
  await pages?.stop()
  await api?.stop()
  await connection?.close()
  await database?.drop()
})

async function open(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(pages.url + address, {
    redirect: 'manual',
    headers: { 'user-agent': phoneAgent, ...headers },
  })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

/** Posts a form as a browser without scripts does. */
function post(address: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(pages.url + address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: pages.url, ...headers },
    redirect: 'manual',
  })
}

test('pages over a remote API are complete, cached, and invalidated when its content changes', async () => {
  const list = '/schoollist/shenzhen/'
  const found = async () => /desc="(\w+)"/.exec((await open(list)).headers.get('server-timing') ?? '')?.[1]
  await expect.poll(found, { timeout: 20_000 }).toBe('hit')
  const version = await connection.db.transaction(async (tx) => {
    await tx.execute(sql`update school set name = '海棠外国语学校' where city_code = '4403'`)
    return raiseContentVersion(tx)
  })
  await announceContent(connection, version)
  await expect.poll(async () => (await open(list)).html, { timeout: 20_000 }).toContain('海棠外国语学校')
})

test('calls and pictures pass through, whatever encoding and origin the browser names', async () => {
  const calls = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) => {
      const headers = { 'accept-encoding': encoding, 'sec-fetch-site': 'same-origin', origin: pages.url }
      const answer = await fetch(`${pages.url}/api/schools?city_code=4403`, { headers })
      return [answer.status, await answer.json()]
    }),
  )
  expect(calls[0]).toMatchObject([200, { code: 1000 }])
  expect(calls[1]).toEqual(calls[0])
  expect(calls[2]).toEqual(calls[0])
  const { html } = await open('/schoollist/shenzhen/')
  const picture = /src="(\/media\/[^"]+)"/.exec(html)?.[1] ?? ''
  const answer = await fetch(pages.url + picture)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^image\//)
})

test('a login by the form opens a session, and each client is counted by its own address', async () => {
  const send = async (address: string, at: number) =>
    (
      await post(
        '/login/',
        { intent: 'send', phone: `1370000${String(at).padStart(4, '0')}`, agreed: agreedVersion },
        { 'x-forwarded-for': address, 'x-api-secret': 'guessed' },
      )
    ).status
  const statuses: number[] = []
  for (let at = 0; at < 11; at += 1) statuses.push(await send('198.51.100.7', at))
  expect(statuses.slice(0, 10)).not.toContain(429)
  expect(statuses[10]).toBe(429)
  expect(await send('198.51.100.8', 20)).not.toBe(429)

  const line = api.log.find((each) => each.includes('"sms"') && each.includes('13700000000')) ?? ''
  const code = /"code":"(\d{6})"/.exec(line)?.[1] ?? ''
  // A code works for the network that asked for it.
  const sameClient = { 'x-forwarded-for': '198.51.100.7' }
  const answer = await post(
    '/login/',
    { intent: 'login', phone: '13700000000', code, agreed: agreedVersion },
    sameClient,
  )
  const cookie =
    answer.headers
      .getSetCookie()
      .find((each) => each.startsWith('token='))
      ?.split(';')[0] ?? ''
  expect(answer.status).toBe(303)
  expect(await open('/personal/', { cookie })).toMatchObject({ status: 200 })
  // Straight to the API a forged address counts for nothing: the call is this machine's own.
  const direct = await fetch(`${api.url}/api/code`, {
    method: 'POST',
    body: JSON.stringify({ phone: '13700000033' }),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '198.51.100.7',
      'x-api-secret': 'guessed',
    },
  })
  expect(direct.status).toBe(200)
})

test('files of staff reach the API on the other machine', async () => {
  const token = await storeAdministratorSession(connection)
  const form = new FormData()
  // Half a megabyte in few rows.
  const rows = Array.from(
    { length: 45 },
    (_, at) => `深圳,第${at}条消息,${'。'.repeat(4000)},2027-01-01 09:00`,
  )
  form.set('file', new Blob([`city,title,body,published_at\n${rows.join('\n')}`]), 'news.csv')
  const answer = await fetch(`${pages.url}/staff/imports/`, {
    method: 'POST',
    body: form,
    headers: { origin: pages.url, cookie: `staff=${token}` },
  })
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('文件没有问题，还没有导入')
  expect(html).toContain('<div>45</div>')
})

// Last, since it stops the API.
test('without the API cached pages are served, and calls answer 503', async () => {
  await expect.poll(async () => (await open('/aboutus/')).status, { timeout: 20_000 }).toBe(200)
  await api.stop()
  expect((await open('/schoollist/shenzhen/')).status).toBe(200)
  const call = await fetch(`${pages.url}/api/schools?city_code=4403`)
  expect([call.status, await call.json()]).toMatchObject([503, { code: 1503 }])
})
