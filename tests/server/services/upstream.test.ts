import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue } from '#server/db/schema/index.ts'
import { openS3Store } from '#server/services/media/images/s3-store.ts'
import { createLocator } from '#server/services/browser/location/locate.ts'
import { crmHandlers } from '#server/services/outbox/crm-handlers.ts'
import { addressSigner } from '#server/services/browser/share/sign-address.ts'
import { smsSender } from '#server/services/sms/send-sms.ts'
import { createUpstreams, type Upstreams } from '#server/services/upstream.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { clockedApi } from '#tests/support/api/clocked-api.ts'
import { shortLimits } from '#tests/support/api/short-limits.ts'

const network = setupServer()
let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
  network.listen({ onUnhandledRequest: 'error' })
})
beforeEach(() => emptyDatabase(database))
afterEach(() => network.resetHandlers())
afterAll(async () => {
  network.close()
  await database.close()
})

const sms = { secretId: 'AKID', secretKey: 'secret', appId: '1', sign: '择校通', template: '1' }
const s3 = {
  endpoint: 'https://s3.example.cn',
  bucket: 'pictures',
  region: 'cn-1',
  accessKey: 'a',
  secretKey: 'b',
}
const crm = { url: 'https://crm.example/hooks/leads', secret: 'a secret of the two systems' }

/** How a system is called, where, and how it says yes. */
type System = {
  call: (upstreams: Upstreams) => () => Promise<unknown>
  address: RegExp
  yes: () => Response
}

const systems: Record<string, System> = {
  sms: {
    call: (upstreams) => {
      const send = smsSender({ sender: 'tencent', ...sms }, { upstreams })
      return () => send('+8613812345678', '123456')
    },
    address: /^https:\/\/sms\.tencentcloudapi\.com\//,
    yes: () => HttpResponse.json({ Response: { SendStatusSet: [{ Code: 'Ok' }], RequestId: 'a' } }),
  },
  maps: {
    call: (upstreams) => {
      const locate = createLocator({ key: 'the key', app: 'the app' }, upstreams)
      // What is known of a place is kept: each call asks about another one.
      let calls = 0
      return () => locate.byPlace(22.5 + (calls += 1) / 10, 114)
    },
    address: /^https:\/\/apis\.map\.qq\.com\//,
    yes: () =>
      HttpResponse.json({
        status: 0,
        result: { location: { lat: 22.5, lng: 114 }, ad_info: { adcode: '440305' } },
      }),
  },
  s3: {
    call: (upstreams) => {
      const store = openS3Store(s3, upstreams)
      return () => store.get('0'.repeat(32))
    },
    address: /^https:\/\/s3\.example\.cn\//,
    yes: () => new HttpResponse('bytes'),
  },
  wechat: {
    call: (upstreams) => {
      // What WeChat gave is kept for 7,200 s of this clock, what it did not give for 10 s.
      let calls = 0
      const sign = addressSigner(
        { appId: 'wx', secret: 'secret' },
        () => new Date((calls += 1) * 8_000_000),
        upstreams,
      )
      return () => sign('https://www.example.cn/')
    },
    address: /^https:\/\/api\.weixin\.qq\.com\//,
    yes: () => HttpResponse.json({ access_token: 'token', ticket: 'ticket', expires_in: 7200 }),
  },
  crm: {
    call: (upstreams) => {
      const handlers = crmHandlers({
        db: database.db,
        personal: personalOfTests,
        now: () => new Date(),
        crm,
        upstreams,
      })
      return async () => handlers.get('lead')?.({ id: await leadId() }, new AbortController().signal)
    },
    address: /^https:\/\/crm\.example\//,
    yes: () => new HttpResponse(null, { status: 204 }),
  },
}

async function leadId(): Promise<number> {
  const [known] = await database.db.select({ id: clue.id }).from(clue)
  if (known !== undefined) return known.id
  const lead = { name: '张三丰', phone: '13812345678', city_code: '4403', stage: 'high', grade: 'g10' }
  const answer = await clockedApi(database).post('/api/clue', { ...lead, consent_contact: true })
  if (answer.code !== 1000) throw new Error(answer.text)
  return leadId()
}

const stall = () => new Promise<Response>(() => undefined)

/** A system behind short limits, what was sent to it, what was logged, and how it answers from now on. */
async function calling(name: string) {
  const { call, address, yes } = systems[name] ?? {
    call: () => stall,
    address: /^$/,
    yes: () => Response.error(),
  }
  if (name === 'crm') await leadId()
  const lines: string[] = []
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) })
  const { upstreams, usual, limit } = shortLimits(log)
  const state: { sent: number; answer: () => Response | Promise<Response> } = { sent: 0, answer: stall }
  const says = (answer: typeof state.answer, limitMs = answer === stall ? 100 : undefined) => {
    state.answer = answer
    limit.ms = limitMs
  }
  network.use(
    http.all(address, () => {
      state.sent += 1
      return state.answer()
    }),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const isOpen = () => upstreams.circuits().get(name)
  return { call: call(upstreams), state, says, lines, usual, yes, isOpen }
}

const names = Object.keys(systems)

test.each(names)('%s: five calls that nobody answers are ended and open the circuit', async (name) => {
  const { call, state, says, lines, usual, yes, isOpen } = await calling(name)
  says(yes)
  await call()
  expect(isOpen()).toBe(false)
  says(stall)
  for (let nth = 0; nth < 5; nth += 1) await expect(call()).rejects.toBeInstanceOf(Error)
  expect(isOpen()).toBe(true)
  for (const limitMs of usual) expect([2000, 3000]).toContain(limitMs)

  says(yes)
  const { sent } = state
  for (let nth = 0; nth < 20; nth += 1) await expect(call()).rejects.toBeInstanceOf(Error)
  expect(state.sent).toBe(sent)

  says(stall, 1000)
  vi.setSystemTime(1_800_000_010_001)
  const together = await Promise.allSettled([call(), call(), call()])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect({ sent: state.sent, isOpen: isOpen() }).toEqual({ sent: sent + 1, isOpen: true })

  says(yes)
  vi.setSystemTime(1_800_000_020_002)
  await call()
  await call()
  expect(state.sent).toBeGreaterThanOrEqual(sent + 3)
  expect(isOpen()).toBe(false)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, system: name, msg: 'another system is away: its circuit opened' },
    { level: 30, system: name, msg: 'another system is back: its circuit closed' },
  ])
  expect(lines.join('')).not.toMatch(/example|secret|138/)
})

test.each(names)('%s: refusals, however many, open nothing and are not tried again', async (name) => {
  const { call, state, says, isOpen, yes } = await calling(name)
  says(() => HttpResponse.json({}, { status: 403 }))
  for (let nth = 0; nth < 12; nth += 1) await expect(call()).rejects.toBeInstanceOf(Error)
  expect({ sent: state.sent, isOpen: isOpen() }).toEqual({ sent: 12, isOpen: false })
  says(yes)
  await call()
})

test.each(['maps', 's3', 'wechat'])(
  '%s: a failed call that may be repeated is retried unnoticed',
  async (name) => {
    const { call, state, says, yes, isOpen } = await calling(name)
    for (let nth = 0; nth < 6; nth += 1) {
      says(() => {
        says(yes)
        return HttpResponse.json({}, { status: 500 })
      })
      await call()
    }
    expect(state.sent).toBeGreaterThanOrEqual(12)
    expect(isOpen()).toBe(false)
  },
)

test('a lead is not delivered twice by one call: the outbox retries', async () => {
  const { call, state, says } = await calling('crm')
  says(() => new HttpResponse(null, { status: 500 }))
  await expect(call()).rejects.toThrow('500')
  expect(state.sent).toBe(1)
})

test('leads and lists work while SMS, maps and WeChat do not answer', async () => {
  const { upstreams } = shortLimits()
  network.use(http.all(/^https:/, stall))
  const stage = clockedApi(database, {
    publicOrigin: 'https://www.example.cn',
    sendSms: smsSender({ sender: 'tencent', ...sms }, { upstreams }),
    locate: createLocator({ key: 'the key', app: 'the app' }, upstreams),
    signAddress: addressSigner({ appId: 'wx', secret: 'secret' }, () => new Date(), upstreams),
  })
  const get = (path: string) => stage.api.fetch(new Request(`https://www.example.cn${path}`))
  const waiting = Promise.all([
    stage.post('/api/code', { phone: '13812345678' }),
    get('/api/location?lat=22.5&lng=114'),
    get('/api/jssdk?url=https://www.example.cn/'),
  ])
  expect(await leadId()).toBe(1)
  expect((await get('/api/schools?city_code=4403')).status).toBe(200)
  expect((await waiting).map(({ status }) => status)).toEqual([503, 503, 503])
})

test('a call that its caller aborts is no failure of the system', async () => {
  const upstreams = createUpstreams()
  const way = upstreams.to({ system: 'other', timeLimitMs: 60_000 })
  for (let nth = 0; nth < 8; nth += 1) {
    const stop = new AbortController()
    const call = way(stall, { signal: stop.signal })
    stop.abort()
    await expect(call).rejects.toThrow('given up')
  }
  expect(upstreams.circuits().get('other')).toBe(false)
})
