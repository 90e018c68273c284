import { rmSync } from 'node:fs'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { createLog } from '#server/telemetry/log.ts'
import { crmHandlers } from '#server/services/outbox/crm-handlers.ts'
import { runDueJobs } from '#server/services/outbox/outbox-worker.ts'
import { smsSender } from '#server/services/sms/send-sms.ts'
import type { SmsConfig } from '#server/services/sms/sms-config.ts'
import { addSchool, personalOfTests } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { clusterOf, dumpOf } from '#tests/support/database/dump.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { clockedApi } from '#tests/support/api/clocked-api.ts'
import { filesIn, tracesIn } from '#tests/support/site/traces.ts'

const leads = process.env['PROVE'] === '1' ? 500 : 40
/** Every seeded phone and name begins so; nothing else does. */
const seeded = { phone: '13976543', name: '慕容燚' }
const planted = { phone: '13865432', name: '司马燊' }
const crm = { url: 'https://crm.example/leads', secret: 'a secret of the two systems' }
const key = { keyId: 'id', keySecret: 'secret', secretId: 'id', secretKey: 'secret', appId: '1', sign: '站' }
const senders: SmsConfig[] = [
  { sender: 'console' },
  { sender: 'tencent', ...key, template: '1' },
  { sender: 'aliyun', ...key, template: 'SMS_1' },
]

const systems = setupServer()
let database: DatabaseConnection
let schoolId: number
/** The database's files, with the write-ahead log: the embedded engine's data folder or the server's cluster. */
let files: string
let removeFiles = () => {}

beforeAll(async () => {
  systems.listen({ onUnhandledRequest: 'error' })
  if (inject('databaseUrl') === undefined && process.env['TEST_DATABASE_URL'] === undefined) {
    files = await makeDataDir()
    removeFiles = () => rmSync(files, { recursive: true, force: true })
    database = await connectDatabase({ dataDir: files })
  } else {
    database = await openTestDatabase()
    files = await clusterOf(database)
  }
  schoolId = await addSchool(database, '问答学校')
})
afterEach(() => {
  systems.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(async () => {
  systems.close()
  await database.close()
  removeFiles()
})

/** Where any of these texts can be read in the backup or in the files of the database. */
async function tracesAtRest(texts: readonly string[]): Promise<string[]> {
  await database.pool.query('checkpoint')
  return [...tracesIn([['backup', await dumpOf(database)]], texts), ...tracesIn(filesIn(files), texts)]
}

test.each([
  ['UTF-8', Buffer.from(`x${planted.name}甲x`)],
  ['UTF-16LE', Buffer.from(`x${planted.name}甲`, 'utf16le')],
  ['UTF-16BE', Buffer.from(`x${planted.name}甲`, 'utf16le').swap16()],
  ['base64 after 0', Buffer.from(Buffer.from(`${planted.name}甲`).toString('base64'))],
  ['base64 after 1', Buffer.from(Buffer.from(`x${planted.name}甲`).toString('base64'))],
  ['base64 after 2', Buffer.from(Buffer.from(`xx${planted.name}甲`).toString('base64'))],
  ['base64url after 0', Buffer.from(Buffer.from(`xxx${planted.name}甲`).toString('base64url'))],
  ['hex', Buffer.from(Buffer.from(`x${planted.name}甲`).toString('hex'))],
  ['HEX', Buffer.from(Buffer.from(`x${planted.name}甲`).toString('hex').toUpperCase())],
])('the search finds a name as %s', (how, bytes) => {
  const found = tracesIn([['here', bytes]], [planted.name, planted.phone]).join('\n')
  expect(found).toContain(`here: ${planted.name} as ${how}`)
})

test('the check finds an unencrypted row in the backup, the tables and the write-ahead log', async () => {
  await database.pool.query('create table planted (name text, phone text)')
  // The record of one row may lie across two pages of the log, with the head of the second inside a text.
  await database.pool.query('insert into planted select $1, $2 from generate_series(1, 3)', [
    `${planted.name}甲`,
    `${planted.phone}000`,
  ])
  const found = await tracesAtRest(Object.values(planted))
  for (const text of Object.values(planted)) {
    for (const place of [/^backup: /, /base\/.*: /, /pg_wal\/.*: /]) {
      expect(found.filter((line) => place.test(line) && line.includes(`${text} as UTF-8`))).not.toEqual([])
    }
  }
  expect(await tracesAtRest(Object.values(seeded))).toEqual([])
})

/** Providers that take every message, and a CRM that refuses the first lead. */
function takeEverything(): void {
  let lineCount = 0
  systems.use(
    http.post('https://sms.tencentcloudapi.com/', () =>
      HttpResponse.json({ Response: { SendStatusSet: [{ Code: 'Ok' }], RequestId: 'x' } }),
    ),
    http.post('https://dysmsapi.aliyuncs.com/', () => HttpResponse.json({ Code: 'OK', RequestId: 'x' })),
    http.post(crm.url, () => new HttpResponse(null, { status: (lineCount += 1) === 1 ? 500 : 200 })),
  )
}

/** Everything that a process writes: the log, and what goes to standard output beside it. */
function listen() {
  const lines: string[] = []
  const collect = (line: string | Uint8Array) => lines.push(String(line)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(collect)
  vi.spyOn(process.stderr, 'write').mockImplementation(collect)
  return { lines, log: createLog('trace', { write: (line: string) => void collect(line) }) }
}

test.each(senders)(
  'after leads, logins, questions and failures files and logs have no personal data, with the sender $sender',
  async (sender) => {
    takeEverything()
    const { lines, log } = listen()
    const codes = new Map<string, string>()
    const send = smsSender(sender)
    // A provider's SDK is loaded first, which may take longer on a busy machine than a send may.
    await vi.waitFor(() => send('+8613000000000', '000000'), { timeout: 60_000 })
    const sendSms = async (phone: string, code: string) => {
      codes.set(phone, code)
      await send(phone, code)
    }
    const { post, clock } = clockedApi(database, { log, sendSms, smsDailyLimit: 10_000 })
    clock.now = new Date(clock.now.getTime() + senders.indexOf(sender) * 10 * 86_400_000)
    const pass = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000))
    const answered: number[] = []

    for (let number = 0; number < leads; number += 1) {
      const phone = `${seeded.phone}${String(number).padStart(3, '0')}`
      const name = `${seeded.name}${number}`
      await post('/api/clue/send_code', { phone })
      const code = codes.get(`+86${phone}`)
      const lead = {
        name,
        phone,
        code,
        city_code: '4403',
        message: `请打给${name}，${phone}`,
        consent_contact: 1,
      }
      answered.push((await post('/api/clue', { ...lead, key: `${sender.sender} ${phone}` })).code)
      pass(61)
    }
    expect(new Set(answered)).toEqual(new Set([1000]))

    const phone = `${seeded.phone}000`
    const person = { name: `${seeded.name}0`, phone }
    await post('/api/code', { phone })
    const loggedIn = await post('/api/login', {
      phone,
      code: codes.get(`+86${phone}`),
      agreed: agreedVersion,
    })
    expect(loggedIn.code).toBe(1000)
    const asked = { school_id: schoolId, question: '有没有校车经过科技园？' }
    expect((await post('/api/school/questions', { ...asked, ...person })).code).toBe(1000)
    expect((await post('/api/clue', { ...person, consent_contact: 1, grade: 'none' })).code).toBe(1001)

    await database.pool.query('alter table clue rename to clue_away')
    const failed = await post('/api/clue', {
      ...person,
      city_code: '4403',
      consent_contact: 1,
      key: 'a failure',
    })
    await database.pool.query('alter table clue_away rename to clue')
    expect(failed.code).toBe(1500)

    const handlers = crmHandlers({ db: database.db, personal: personalOfTests, now: () => clock.now, crm })
    const jobs = { db: database.db, log, now: () => clock.now, handlers }
    while ((await runDueJobs(jobs, new AbortController().signal)) > 0) pass(1)

    const texts = Object.values(seeded)
    const spoken = lines.filter((line) => line.startsWith('{"msg":"sms",'))
    expect(spoken.length > 0).toBe(sender.sender === 'console')
    const logged = Buffer.from(lines.filter((line) => !spoken.includes(line)).join(''))
    expect(logged.toString()).toContain('a call of the API failed')
    expect(logged.toString()).toContain('a job failed')
    expect(tracesIn([['log', logged]], texts)).toEqual([])
    expect(await tracesAtRest(texts)).toEqual([])
  },
  120_000,
)
