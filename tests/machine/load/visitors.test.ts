import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackend, type Backend } from '#server/backend.ts'
import { readConfig } from '#server/config.ts'
import { collect, session, visitor } from '#server/db/schema/index.ts'
import { hashOfToken } from '#server/services/accounts/token.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { countFromCache } from '#tests/support/load/mixed-visitors.ts'
import { pageKinds, personalKinds } from '#tests/support/pages/page-kinds.ts'
import { flashCookie } from '#app/visitor/flash.server.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'

/** Small in `npm test`, the whole number in `npm run prove`. */
const requests = process.env['PROVE'] === '1' ? 10_000 : 500
const visitors = 24

let dataDir: string
let backend: Backend
let site: ServedBuild

beforeAll(async () => {
  dataDir = await makeDataDir()
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  backend = await openBackend(config, pino({ level: 'silent' }))
  site = await serveBuild({
    fetchApi: (request, address) => backend.fetchApi(request, address),
    pageSecret: backend.pageSecret,
    cache: { version: backend.contentVersion, now: Date.now },
  })
})
afterAll(async () => {
  await site.stop()
  await backend.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What only one visitor's pages may show. */
type Known = { cookie: string; own: string[]; city: string | undefined }

async function makeVisitor(number: number): Promise<Known> {
  const { db } = backend.connection
  const nickname = `的昵称${String(number).padStart(2, '0')}号`
  const token = `token-of-visitor-${number}-${'x'.repeat(20)}`
  const phone = `+86137${String(10_000_000 + number * 37)}`
  const [owner] = await db
    .insert(visitor)
    .values({
      nickname: nickname,
      phoneHash: backend.personal.blindIndex('phone', phone),
      phoneCipher: backend.personal.encrypt(phone),
    })
    .returning({ id: visitor.id })
  if (owner === undefined) throw new Error('the visitor was not stored')
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db.insert(session).values({ visitorId: owner.id, tokenHash: hashOfToken(token), expiresAt })
  await db.insert(collect).values({ visitorId: owner.id, schoolId: number + 1 })
  const caller = {
    context: { fetchApi: backend.fetchApi, pageSecret: backend.pageSecret },
    request: new Request(site.url),
  }
  const flash = `留言给${String(number).padStart(2, '0')}的话`
  const city = ['shenzhen', 'guangzhou', 'beijing', undefined][number % 4]
  const parts = [
    `token=${token}`,
    // Public pages are the same for everybody whose scripts ask for the rest.
    ...(number % 2 === 0
      ? ['visitor=1']
      : [(await flashCookie(caller, { message: flash })).split(';')[0] ?? '']),
    ...(number % 4 < 2 ? [`compare=${number + 1}.${number + 2}`] : []),
    ...(number % 3 === 0 ? ['lite=1'] : []),
    ...(city === undefined ? [] : [`position=${city}`]),
    `vid=${String(number).padStart(2, '0')}-visitor-id-of-a-test`,
  ]
  return { cookie: parts.join('; '), own: [nickname, flash, token], city }
}

test('in many mixed requests no answer has data of another visitor', async () => {
  const known = await Promise.all(Array.from({ length: visitors }, (_, number) => makeVisitor(number)))
  const all = known.flatMap(({ own }) => own)
  const pages = [...(await pageKinds(site.url)), ...personalKinds].map(([, path]) => path)
  const anonymous: Known[] = ['', 'lite=1', 'position=guangzhou', 'position=beijing; lite=1', 'nojs=1'].map(
    (cookie) => ({ cookie, own: [], city: undefined }),
  )
  const wrong: string[] = []
  let [next, shown, cached, cachedForKnown] = [0, 0, 0, 0]
  const client = async () => {
    for (let number = next++; number < requests; number = next++) {
      const page = pages[(number * 7) % pages.length] ?? '/'
      const pool = number % 3 === 0 ? anonymous : known
      const who = pool[(number * 5) % pool.length]
      if (who === undefined) continue
      const isData = number % 11 === 0 && !page.includes('?')
      const address = isData && page !== '/' ? `${page.replace(/\/$/, '')}.data` : page
      const answer = await fetch(site.url + address, {
        redirect: 'manual',
        headers: {
          ...(who.cookie === '' ? {} : { cookie: who.cookie }),
          'accept-encoding': number % 2 ? 'br' : 'gzip',
        },
      })
      const text = `${await answer.text()} ${[...answer.headers].join()}`
      const foreign = all.filter((word) => text.includes(word) && !who.own.includes(word))
      if (foreign.length > 0) wrong.push(`${address}: ${foreign.join()}`)
      if (who.own.some((word) => text.includes(word))) shown += 1
      const note = answer.headers.get('server-timing') ?? ''
      if (/desc="(?:hit|stale|miss|stale_if_error)"/.test(note)) {
        cached += 1
        if (who.own.length > 0) cachedForKnown += 1
        const found = all.filter((word) => text.includes(word))
        if (found.length > 0) wrong.push(`${address}: a kept page tells ${found.join()}`)
        if (/我的<\/a>|已加对比|已收藏/.test(text)) wrong.push(`${address}: a kept page is marked`)
      }
      if (who.own.length > 0 && answer.headers.get('cache-control')?.startsWith('public')) {
        wrong.push(`${address}: ${answer.headers.get('cache-control')}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 12 }, client))
  expect(wrong).toEqual([])
  // The marks are really on the pages of their own, and pages were really kept.
  expect(shown).toBeGreaterThan(requests / 10)
  expect(cached).toBeGreaterThan(requests / 20)
  expect(cachedForKnown).toBeGreaterThan(requests / 20)
}, 1_500_000)

test('nine of ten documents for mixed visitors with scripts come from the page cache', async () => {
  const documents = 2 * requests
  expect((await countFromCache(site.url, documents)) / documents).toBeGreaterThanOrEqual(0.9)
}, 1_500_000)
