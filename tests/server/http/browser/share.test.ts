import { createHash } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { addressSigner, signatureOf } from '#server/services/browser/share/sign-address.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const publicOrigin = 'https://www.example.cn'
const account = { appId: 'wx0123456789abcdef', secret: 'the secret of the account' }
const school = `${publicOrigin}/school/1/`
const wechat = setupServer()
let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
  wechat.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => wechat.resetHandlers())
afterAll(async () => {
  wechat.close()
  await database.close()
})

const tokenAddress = 'https://api.weixin.qq.com/cgi-bin/stable_token'
const ticketAddress = 'https://api.weixin.qq.com/cgi-bin/ticket/getticket'
type Asked = { tokens: unknown[]; tickets: (string | null)[] }

/** A WeChat that hands out numbered tokens and tickets, and what it was asked. */
function generousWechat(): Asked {
  const asked: Asked = { tokens: [], tickets: [] }
  wechat.use(
    http.post(tokenAddress, async ({ request }) => {
      asked.tokens.push(await request.json())
      return HttpResponse.json({ access_token: `token ${asked.tokens.length}`, expires_in: 7200 })
    }),
    http.get(ticketAddress, ({ request }) => {
      const { searchParams } = new URL(request.url)
      expect(searchParams.get('type')).toBe('jsapi')
      asked.tickets.push(searchParams.get('access_token'))
      return HttpResponse.json({
        errcode: 0,
        errmsg: 'ok',
        ticket: `ticket ${asked.tickets.length}`,
        expires_in: 7200,
      })
    }),
  )
  return asked
}

/** An API that signs for the account, and its clock. */
function signing(allowedHosts: string[] = []) {
  const clock = { now: new Date('2026-06-15T04:00:00Z') }
  const now = () => clock.now
  const signAddress = addressSigner(account, now)
  const api = createApi(dependenciesOn(database, { publicOrigin, allowedHosts, signAddress, now }))
  const sign = (url: string) => ask(api, `/api/jssdk?url=${encodeURIComponent(url)}`)
  return { sign, pass: (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000)) }
}

const signed = z.object({
  appId: z.string(),
  timestamp: z.int(),
  nonceStr: z.string(),
  signature: z.string(),
})

test("the signature equals WeChat's published example", () => {
  const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg'
  const facts = { ticket, nonceStr: 'Wm3WZYTPz0wzccnW', timestamp: 1_414_587_457 }
  const published = '0f9de62fce790f9a083d5c99e95740ceb90c27ed'
  expect(signatureOf({ ...facts, url: 'http://mp.weixin.qq.com?params=value' })).toBe(published)
  expect(signatureOf({ ...facts, url: 'http://mp.weixin.qq.com?params=value#top' })).toBe(published)
})

test('an address of our own is signed as it was written, without its fragment', async () => {
  generousWechat()
  const { sign } = signing()
  const answer = await sign(`${school}?from=timeline&q=国际#faq`)
  expect(answer).toMatchObject({ status: 200, code: 1000 })
  const { appId, timestamp, nonceStr, signature } = signed.strict().parse(answer.data)
  expect(appId).toBe('wx0123456789abcdef')
  expect(timestamp).toBe(Date.parse('2026-06-15T04:00:00Z') / 1000)
  expect(nonceStr).toMatch(/^[0-9a-f]{32}$/)
  const text = `jsapi_ticket=ticket 1&noncestr=${nonceStr}&timestamp=${timestamp}&url=${school}?from=timeline&q=国际`
  expect(signature).toBe(createHash('sha1').update(text).digest('hex'))
  expect(answer.text).not.toMatch(/ticket|token|secret/)
})

test('1,000 parallel calls fetch one token and one ticket, and no two get the same nonce', async () => {
  const asked = generousWechat()
  const { sign } = signing()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => sign(school)))
  expect(answers.filter(({ code }) => code !== 1000)).toEqual([])
  expect(new Set(answers.map(({ data }) => signed.parse(data).nonceStr)).size).toBe(1000)
  expect(asked.tickets).toEqual(['token 1'])
  expect(asked.tokens).toEqual([
    { grant_type: 'client_credential', appid: account.appId, secret: account.secret },
  ])
})

test('token and ticket are cached for 7,200 s', async () => {
  const asked = generousWechat()
  const { sign, pass } = signing()
  await sign(school)
  pass(7199)
  await sign(school)
  expect(asked.tickets).toHaveLength(1)
  pass(1)
  await sign(school)
  expect(asked.tickets).toEqual(['token 1', 'token 2'])
})

test('a token that WeChat has invalidated is fetched again, once', async () => {
  const asked = generousWechat()
  wechat.use(
    http.get(ticketAddress, () => HttpResponse.json({ errcode: 42001, errmsg: 'expired' }), { once: true }),
  )
  const { sign } = signing()
  expect(await sign(school)).toMatchObject({ code: 1000 })
  expect(asked.tokens).toHaveLength(2)
  expect(asked.tickets).toEqual(['token 2'])
})

test('a refusal or timeout of WeChat answers 1503, and WeChat is not called again for 10 s', async () => {
  let calls = 0
  wechat.use(
    http.post(tokenAddress, () => {
      calls += 1
      return calls === 1 ? HttpResponse.json({ errcode: 40125, errmsg: 'bad secret' }) : HttpResponse.error()
    }),
  )
  const { sign, pass } = signing()
  const refusal = { status: 503, code: 1503, message: '微信分享暂时不可用' }
  expect(await sign(school)).toMatchObject(refusal)
  pass(9)
  expect(await sign(school)).toMatchObject(refusal)
  expect(calls).toBe(1)
  pass(2)
  expect(await sign(school)).toMatchObject(refusal)
  pass(9)
  expect(await sign(school)).toMatchObject(refusal)
  // A lost connection is tried once more.
  expect(calls).toBe(3)
  generousWechat()
  pass(2)
  expect(await sign(school)).toMatchObject({ code: 1000 })
})

test('an address of our own answers 1503 while no account is configured', async () => {
  const api = createApi(dependenciesOn(database, { publicOrigin }))
  expect(await ask(api, `/api/jssdk?url=${encodeURIComponent(school)}`)).toMatchObject({
    status: 503,
    code: 1503,
    message: '微信分享尚未配置',
  })
})

test('the hosts that the operator allows are signed for, by https only', async () => {
  generousWechat()
  const { sign } = signing(['m.example.cn'])
  expect(await sign('https://m.example.cn/')).toMatchObject({ code: 1000 })
  expect(await sign('http://m.example.cn/')).toMatchObject({ code: 1001 })
  expect(await sign('https://m.example.cn:8443/')).toMatchObject({ code: 1001 })
})

test.each([
  'https://evil.example/',
  'https://www.example.cn@evil.example/',
  'https://visitor@www.example.cn/',
  'https://www.example.cn\\@evil.example/',
  'https://www.example\n.cn/',
  ' https://www.example.cn/',
  'http://www.example.cn/',
  'https://www.example.cn:8443/',
  'https://www.example.cn.evil.example/',
  'https://m.example.cn/',
  '//www.example.cn/',
  'javascript:alert(1)',
  '/school/1/',
])('the foreign or odd address %j gets no signature', async (foreign) => {
  const asked = generousWechat()
  const answer = await signing().sign(foreign)
  expect(answer).toMatchObject({ status: 400, code: 1001 })
  expect(answer.data).toHaveProperty(['fields', 'url'])
  expect(asked).toEqual({ tokens: [], tickets: [] })
})

test('pages know whether an account signs, but not where the API of another machine does', () => {
  const signs = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env }).site.signsForWechat
  expect(signs({})).toBe(false)
  expect(signs({ WECHAT_APP_ID: account.appId, WECHAT_SECRET: '0123456789abcdef0123456789abcdef' })).toBe(
    true,
  )
  expect(signs({ API_ORIGIN: 'http://127.0.0.1:3000' })).toBeUndefined()
})
