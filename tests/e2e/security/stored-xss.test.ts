import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { JSDOM } from 'jsdom'
import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { getQuestion } from '#server/contract/staff/questions.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { storeAdministratorSession } from '#tests/support/staff/stored-session.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { hostileFiles } from '#tests/support/content/hostile-content.ts'
import { hostileTexts, unreadableTexts } from '#tests/support/content/hostile-texts.ts'
import { lookAt, openAll } from '#tests/support/content/hostile-watch.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

/** A site whose every text field holds hostile texts. */

let site: SiteProcess
let browser: Browser
let folder: string
let staffToken: string

beforeTests(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'hostile-'))
  const files = hostileFiles()
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  const dataDir = await makeDataDir()
  const database = await connectDatabase({ dataDir })
  staffToken = await storeAdministratorSession(database).finally(() => database.close())
  site = await startProcess({ DATA_DIR: dataDir, SAMPLE: 'off', SMS: 'console', TRUST_PROXY: 'loopback' })
  const names = Object.keys(files).filter((name) => name.endsWith('.jsonl'))
  const done = startCommand(['import', '--pictures', '.', ...names], folder, { DATA_DIR: site.dataDir })
  if ((await done.ended) !== 0) throw new Error(done.lines.join('\n'))
  browser = await openBrowser()
  return async () => {
    await browser.close()
    await site.stop()
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
  }
})

/** Asks as a search engine does: it gets the finished document. */
const crawler = 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'
/** Pages for a visitor who once liked something are not kept, and need not be compressed for that. */
const asked = { 'user-agent': crawler, cookie: 'vid=hostile', 'accept-encoding': 'identity' }
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(site.url + address, { headers: { ...asked, ...headers } })

/** Does work for each of many, a few at once. */
async function forEach<T>(many: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const next = many[Symbol.iterator]()
  const worker = async () => {
    for (let one = next.next(); one.done !== true; one = next.next()) await work(one.value)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

/** Lists on which the hostile rows stand, all pages of each. */
const lists = [
  '/',
  '/city/',
  '/search/?q=script',
  '/toplist/shenzhen/',
  '/grade/shenzhen/',
  '/promote/shenzhen/',
  '/schoollist/shenzhen/',
  '/schoollist/shenzhen/?page=2',
  '/schoollist/shenzhen/nanshan/',
  '/compare/?ids=1,2,3,9',
  '/news/shenzhen/',
  '/news/shenzhen/?page=2',
  '/news/shenzhen/?page=3',
  '/news/shenzhen/?page=4',
  '/openday/shenzhen/',
  '/course/shenzhen/',
  '/planning/shenzhen/',
  '/order/?schoolId=1',
  '/xiaobangmei/',
  '/order/?orderType=openday&openDayId=1',
  '/school/1/?modal=order&schoolId=1',
]
/** Pages that show one row of each kind: of school, views and graduates all bear the school's number. */
const details = (id: number) => [
  ...['', 'aboutus/', 'admissions/', 'faq/', 'teachers/'].map((part) => `/school/${id}/${part}`),
  `/school/${id}/news/${id}/`,
  `/school/${id}/graduates/${id}/`,
  `/news/${id}/`,
  `/coursec${id - 1}/shenzhen/`,
  `/planning/shenzhen/?topic=p${id - 1}`,
]
const onSite = (addresses: readonly string[]) => addresses.map((address) => site.url + address)
const everyId = hostileTexts.map((_, at) => at + 1)

async function documentsAt(addresses: readonly string[], headers: Record<string, string> = {}) {
  const documents = new Map<string, string>()
  await forEach(addresses, async (address) => {
    const response = await get(address, headers)
    expect(response.status, address).toBe(200)
    documents.set(address, await response.text())
  })
  return documents
}

test('every hostile text is escaped in the pages that show it and in their structured data', async () => {
  const documents = await documentsAt([...lists, ...everyId.flatMap((id) => sample(details(id), 3, id))])
  expect(await lookAt(browser, documents)).toEqual([])
  // The texts are really there: as words, in the title, and in what search engines read of it.
  const first = new JSDOM(documents.get('/news/1/')).window.document
  const [text = ''] = hostileTexts
  expect(first.querySelector('h1')?.textContent).toBe(text)
  expect(first.title).toContain(text)
  expect(first.querySelector('meta[property="og:title"]')?.getAttribute('content')).toContain(text)
  expect(
    [...documents.values()].filter((html) => /(?![\n\r\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u.test(html)),
  ).toEqual([])
}, 120_000)

test('no hostile text runs in a browser, with scripts and without', async () => {
  const context = await openPhone(browser)
  expect(
    await openAll(
      context,
      onSite([...lists, ...[1, 16, 33].flatMap((id, at) => sample(details(id), 3, at))]),
    ),
  ).toEqual([])
  await context.close()
  const plain = await openPhone(browser, { javaScriptEnabled: false })
  expect(await openAll(plain, onSite(lists))).toEqual([])
  await plain.close()
}, 180_000)

test('the sitemap, the feed and calendar files have the texts escaped', async () => {
  for (const address of [
    '/sitemap.xml',
    '/sitemap/news-1.xml',
    '/sitemap/plannings-1.xml',
    '/news/shenzhen/feed.xml',
  ]) {
    const { document } = new JSDOM(await (await get(address)).text(), { contentType: 'application/xml' })
      .window
    const names = new Set([...document.getElementsByTagName('*')].map(({ localName }) => localName))
    const usual =
      'sitemapindex sitemap urlset url loc lastmod feed id title updated author name link entry published summary'
    expect([...names].filter((name) => !usual.split(' ').includes(name))).toEqual([])
  }
  const feed = new JSDOM(await (await get('/news/shenzhen/feed.xml')).text(), {
    contentType: 'application/xml',
  })
  const titles = [...feed.window.document.querySelectorAll('entry > title')].map(
    ({ textContent }) => textContent,
  )
  expect(titles).toEqual(hostileTexts.slice(0, 30).map((text) => text.replaceAll(/\s+/g, ' ')))
  await forEach(everyId, async (id) => {
    const text = await (await get(`/openday/${id}/calendar.ics`)).text()
    const wrong = text.split('\r\n').filter((line) => !/^(?:[A-Z-]+(?:;[A-Z]+=[\w/"-]+)*:| |$)/.test(line))
    expect(wrong, text).toEqual([])
    expect(text).not.toMatch(/^ATTACH/m)
  })
}, 60_000)

const post = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site.url + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'user-agent': phoneAgent, ...headers },
    body: new URLSearchParams(fields),
  })

test('input is escaped in the answer to it', async () => {
  const documents = new Map<string, string>()
  await forEach(hostileTexts.entries(), async ([at, text]) => {
    const asked = encodeURIComponent(text)
    const refusals = [
      () => post(`/school/${at + 1}/faq/`, { question: text.slice(0, 4), name: text, phone: text }),
      () =>
        post('/order/', {
          name: text,
          phone: text,
          message: text,
          orderType: text,
          stage: text,
          grade: text,
        }),
    ]
    for (const refuse of sample(refusals, 2, at)) {
      const answer = await refuse()
      expect([400, 404]).toContain(answer.status)
      documents.set(`${answer.url} ${text}`, await answer.text())
    }
    const addresses = [
      `/search/?q=${asked}`,
      `/schoollist/shenzhen/${encodeURIComponent(text.replaceAll(/[/\\<>\t]/g, '-'))}/`,
      `/?x=${asked}`,
    ]
    for (const address of sample(addresses, 3, at)) {
      documents.set(
        address,
        await (await get(address, { cookie: `position=${asked}; compare=${asked}; flash=${asked}` })).text(),
      )
    }
  })
  expect(await lookAt(browser, documents)).toEqual([])
}, 120_000)

test('a hostile nickname, question or answer runs nowhere', async () => {
  const json = async (address: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.url}/api/${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const answer: { code: number; data: { token?: string } } = await response.json()
    return answer
  }
  const phone = '13900001234'
  await json('code', { phone })
  const line = site.log.findLast((each) => each.includes('"sms"')) ?? ''
  const { data } = await json('login', {
    phone,
    code: /"code":"(\d{6})"/.exec(line)?.[1],
    agreed: agreedVersion,
  })
  const token = data.token ?? ''
  const documents = new Map<string, string>()
  for (const [at, text] of hostileTexts.entries()) {
    const { code } = await json('center/modify', { nickname: text.slice(0, 20) }, { token })
    expect([1000, 1001]).toContain(code)
    if (at % 4 > 0) continue
    for (const address of ['/personal/', '/personal/edit/']) {
      documents.set(`${address} ${text}`, await (await get(address, { cookie: `token=${token}` })).text())
    }
  }
  expect(await lookAt(browser, documents)).toEqual([])

  const question = `${hostileTexts[1]} ${hostileTexts[15]}`
  const asked = await json('school/questions', { school_id: 1, question, name: '<b>张</b>' })
  expect(asked.code).toBe(1000)
  const staff = { 'staff-token': staffToken }
  const waiting = await fetch(`${site.url}/api/staff/questions/41`, { headers: staff })
  const { version } = getQuestion.data.parse(Object(await waiting.json()).data)
  const review = await json('staff/questions/41/answer', { version, answer: hostileTexts[0] }, staff)
  expect(review.code).toBe(1000)
  const context = await openPhone(browser)
  await context.addCookies([{ name: 'token', value: token, url: site.url, httpOnly: true }])
  expect(await openAll(context, onSite(['/school/1/faq/', '/personal/', '/personal/edit/']))).toEqual([])
  const page = await context.newPage()
  await page.goto(`${site.url}/school/1/faq/`)
  expect(await page.textContent('main')).toContain(question)
  await context.close()
}, 60_000)

test('an import file with invalid characters is refused with a message for each field', async () => {
  const rows = unreadableTexts.map((title, at) =>
    JSON.stringify({ city: 'shenzhen', title, body: title, published_at: `2026-01-0${at + 1}` }),
  )
  writeFileSync(path.join(folder, 'news-unreadable.jsonl'), rows.join('\n'))
  const done = startCommand(['import', 'news-unreadable.jsonl'], folder, { DATA_DIR: site.dataDir })
  expect(await done.ended).toBe(1)
  for (const [at] of unreadableTexts.entries()) {
    const refusal = new RegExp(
      `news-unreadable\\.jsonl:${at + 1}: title: (?:含有无法识别的字符|文字已经损坏)`,
    )
    expect(done.lines.join('\n')).toMatch(refusal)
  }
})
