import { JSDOM } from 'jsdom'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
let schoolId = 0
let calls = 0

beforeAll(async () => {
  browser = await openBrowser()
  schoolId = await firstSchoolId()
})
afterAll(() => browser.close())

/** A phone that no other test uses: no other file has numbers that begin so. */
function freshPhone(): string {
  calls += 1
  return `13977${String(calls).padStart(6, '0')}`
}

async function open(path: string, init: Pick<RequestInit, 'method' | 'body'> = {}) {
  const headers = { 'user-agent': phoneAgent }
  const response = await fetch(siteUrl() + path, { redirect: 'manual', ...init, headers })
  const { document } = new JSDOM(await response.text()).window
  return { status: response.status, headers: response.headers, document }
}

function post(path: string, fields: Record<string, string>) {
  return open(path, { method: 'POST', body: new URLSearchParams(fields) })
}

/** What a browser would send of the form of an address, as it was served. */
async function formOf(path: string): Promise<Record<string, string>> {
  const { document } = await open(path)
  const hidden = document.querySelectorAll<HTMLInputElement>('form[action="/order/"] input[type="hidden"]')
  return Object.fromEntries([...hidden].map(({ name, value }) => [name, value]))
}

async function firstOpenDay(): Promise<number> {
  const response = await fetch(`${siteUrl()}/api/opendays?state=open&page_size=1`)
  const body: { data: { items: { id: number }[] } } = await response.json()
  return body.data.items[0]?.id ?? 0
}

test('the close link of the dialog opens the same page without it', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await openPhone(browser, { javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${siteUrl()}/schoollist/shenzhen/?stage=high&modal=login`)
    await page.click('dialog a:has-text("关闭")')
    await page.waitForURL(`${siteUrl()}/schoollist/shenzhen/?stage=high`)
    expect(await page.locator('dialog').count()).toBe(0)
    await context.close()
  }
})

test('a document with a dialog has the school and its facts, and its close link opens the whole page', async () => {
  const path = `/school/${schoolId}/`
  const { document } = await open(`${path}?modal=order&orderType=consult&schoolId=${schoolId}&from=test`)
  const close = document.querySelector('dialog a')?.getAttribute('href') ?? ''
  expect(close).toBe(`${path}?from=test`)
  const whole = (await open(close)).document
  const headingsOf = (page: Document) =>
    [...page.querySelectorAll('main :is(h1, h2)')].map(({ textContent }) => textContent)
  expect(headingsOf(document)).toEqual(headingsOf(whole).slice(0, 1))
  expect(document.querySelectorAll('main dt').length).toBeGreaterThan(2)
  expect(headingsOf(whole).length).toBeGreaterThan(6)
  expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(path)
})

test('an address with an unknown dialog redirects to the page alone', async () => {
  const path = `/school/${schoolId}/`
  for (const names of ['orderType=order&schoolId=999999999', 'orderType=openday&openDayId=x']) {
    const answer = await fetch(`${siteUrl()}${path}?stage=high&modal=order&${names}`, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`${path}?stage=high`)
  }
  expect((await fetch(`${siteUrl()}${path}?modal=other`, { redirect: 'manual' })).status).toBe(200)
})

test('a document with an idempotency key is not cached, others have none', async () => {
  const path = `/school/${schoolId}/`
  const withForm = await open(`${path}?modal=order&orderType=consult&schoolId=${schoolId}`)
  expect(withForm.headers.get('cache-control')).toContain('no-store')
  expect(withForm.document.querySelector('dialog[open] input[name="key"]')).not.toBeNull()
  const without = await open(path)
  expect(without.headers.get('cache-control')).not.toContain('no-store')
  expect(without.document.querySelector('dialog, input[name="key"]')).toBeNull()
})

test('missing fields are named beside the field and in the summary, and the input is preserved', async () => {
  const fields = await formOf(`/order/?orderType=order&schoolId=${schoolId}`)
  const { status, document } = await post('/order/', { ...fields, phone: '12345', message: '周六方便' })
  expect(status).toBe(400)
  expect(document.title).toMatch(/^错误：预约参观/)
  const summary = [...document.querySelectorAll('[role="alert"] a')].map(({ textContent }) => textContent)
  expect(summary).toContain('请填写姓名')
  expect(summary).toContain('请填写正确的电话')
  expect(document.querySelector('#phone-error')?.textContent).toContain('请填写正确的电话')
  expect(document.querySelector('#phone')?.getAttribute('value')).toBe('12345')
  expect(document.querySelector('#message')?.textContent).toBe('周六方便')
  expect(document.querySelector('input[name="key"]')?.getAttribute('value')).toBe(fields['key'])
})

test('a lead without the consent to pass it on is refused', async () => {
  const fields = await formOf('/order/?orderType=consult')
  const { status, document } = await post('/order/', { ...fields, name: '林', phone: freshPhone() })
  expect(status).toBe(400)
  expect(document.querySelector('#consent_contact-error')).not.toBeNull()
  expect(document.querySelectorAll('input[type="checkbox"][checked]')).toHaveLength(0)
})

test('twenty parallel submits of one form, and one more after Back, land on one confirmation', async () => {
  const form = await formOf(`/order/?orderType=order&schoolId=${schoolId}`)
  const fields = { ...form, name: '林', phone: freshPhone(), consent_contact: '1' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/order/', fields)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 303))
  const places = new Set(answers.map(({ headers }) => headers.get('location')))
  expect(places.size).toBe(1)
  expect(places).toContain((await post('/order/', fields)).headers.get('location'))
})

test.each(['/order/?orderType=order&', '/aboutus/?modal=order&orderType=order&'])(
  'visitors who were served %s at the same moment are both taken',
  async (address) => {
    const forms = await Promise.all(Array.from({ length: 4 }, () => formOf(`${address}schoolId=${schoolId}`)))
    expect(new Set(forms.map(({ key }) => key)).size).toBe(forms.length)
    const answers = await Promise.all(
      forms.map((form) =>
        post('/order/', { ...form, name: '林', phone: freshPhone(), consent_contact: '1' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(forms.map(() => 303))
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(forms.length)
  },
)

test.each([true, false])(
  'a double press and a press after Back end at one number, scripts %s',
  async (scripts) => {
    const context = await openPhone(browser, { javaScriptEnabled: scripts })
    const page = await context.newPage()
    await page.goto(`${siteUrl()}/order/?orderType=order&schoolId=${schoolId}`)
    await page.fill('[name="name"]', '林女士')
    await page.fill('[name="phone"]', freshPhone())
    await page.check('[name="consent_contact"]')
    const send = page.locator('form[action="/order/"] button[type="submit"]')
    await send.dblclick()
    await page.waitForURL(/\/order\/[0-9A-Z]{26}\//)
    const first = page.url()
    await page.goBack()
    // The browser gives the form back as it was sent, with its key.
    expect(await page.inputValue('[name="name"]')).toBe('林女士')
    await send.click()
    await page.waitForURL(/\/order\/[0-9A-Z]{26}\//)
    expect(page.url()).toBe(first)
    await context.close()
  },
)

test('a form that was sent, then changed, is shown with its values and a new key', async () => {
  const form = await formOf(`/order/?orderType=order&schoolId=${schoolId}`)
  const fields = { ...form, name: '林', phone: freshPhone(), consent_contact: '1' }
  const first = await post('/order/', fields)
  const other = freshPhone()
  const { status, document } = await post('/order/', { ...fields, phone: other })
  expect(status).toBe(409)
  expect(document.querySelector('#phone')?.getAttribute('value')).toBe(other)
  const key = document.querySelector('input[name="key"]')?.getAttribute('value') ?? ''
  expect(key).not.toBe(form['key'])
  const second = await post('/order/', { ...fields, phone: other, key })
  expect(second.status).toBe(303)
  expect(second.headers.get('location')).not.toBe(first.headers.get('location'))
})

test('an open day is booked, put into a calendar, and one that is over shows others', async () => {
  const id = await firstOpenDay()
  const form = await formOf(`/order/?orderType=openday&openDayId=${id}`)
  expect(form['open_day_id']).toBe(String(id))
  const fields = { ...form, name: '林', phone: freshPhone(), consent_contact: '1' }
  const sent = await post('/order/', fields)
  expect(sent.status).toBe(303)
  const confirmed = await open(sent.headers.get('location') ?? '')
  expect(confirmed.document.querySelector('h1')?.textContent).toMatch(/^预约成功，.*\u00a0见$/)
  expect(confirmed.headers.get('referrer-policy')).toBe('no-referrer')
  expect(confirmed.headers.get('cache-control')).toContain('no-store')
  expect(confirmed.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain(
    'noindex',
  )
  const file = confirmed.document.querySelector('a[href$="/calendar.ics"]')?.getAttribute('href') ?? ''

  const calendar = await fetch(siteUrl() + file)
  expect(calendar.headers.get('content-type')).toContain('text/calendar')
  expect(calendar.headers.get('cache-control')).toContain('no-store')
  const text = await calendar.text()
  expect(text).toMatch(/\r\nDESCRIPTION:编号 [0-9A-Z]{10}[\s\S]*BEGIN:VALARM/)
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*DTSTART:\d{8}T\d{6}Z\r\n[\s\S]*END:VCALENDAR\r\n$/)
  const octets = text.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...octets)).toBeLessThanOrEqual(75)
})

test('a request about an unknown school or open day answers 404', async () => {
  for (const path of ['/order/?schoolId=999999999', '/order/?orderType=openday&openDayId=x', '/order/no/']) {
    expect((await open(path)).status, path).toBe(404)
  }
})

test.each([true, false])(
  'a booking is cancelled at its own address, and says so for ever, scripts %s',
  async (scripts) => {
    const form = await formOf(`/order/?orderType=openday&openDayId=${await firstOpenDay()}`)
    const sent = await post('/order/', { ...form, name: '林女士', phone: freshPhone(), consent_contact: '1' })
    const address = sent.headers.get('location') ?? ''
    const context = await openPhone(browser, { javaScriptEnabled: scripts })
    const page = await context.newPage()
    await page.goto(siteUrl() + address)
    await page.click('text=取消这次预约')
    await page.waitForURL(/\/cancel\/$/)
    await page.locator('main').getByText('林**').first().waitFor()
    await page.click('text=确认取消')
    await page.waitForURL(siteUrl() + address)
    await page.goto(`${siteUrl()}${address}cancel/?done=1`)
    await page.waitForURL(siteUrl() + address)
    const words = await page.locator('main').textContent()
    expect(words).toContain('预约开放日已取消')
    expect(words).toContain('看其他开放日')
    expect(words).not.toMatch(/名额已经为您留好|添加到日历|取消这次/)
    await context.close()
  },
)

test('an invented reference shows no confirmation, with and without a message in its query', async () => {
  for (const path of ['/order/AAAAAAAAAA/?orderType=openday&openDayId=1', `/order/${'A'.repeat(26)}/`]) {
    expect((await open(path)).status, path).toBe(404)
  }
  const { document } = await open('/order/AAAAAAAAAA/cancel/?done=1')
  expect(document.body.textContent).not.toMatch(/已取消|撤回/)
})

test('a wrong code does not cancel a request, and the phone is not in the address', async () => {
  const { status, document } = await post('/order/ABCDE12345/cancel/', {
    intent: 'cancel',
    phone: freshPhone(),
    code: '12',
  })
  expect(status).toBe(400)
  expect(document.querySelector('#code-error')).not.toBeNull()
})

test('a question is asked without scripts and waits for review', async () => {
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${siteUrl()}/school/${schoolId}/faq/`)
  await page.click('text=提交问题')
  expect(await page.locator('#question-error').textContent()).toContain('请填写问题')
  await page.fill('[name="question"]', '校车经过哪些小区？')
  await page.click('text=提交问题')
  await page.waitForSelector('text=审核后显示在这里')
  expect(await page.locator('h2:has-text("校车经过哪些小区")').count()).toBe(0)
  await context.close()
})

test('a like counts once per browser and stays set', async () => {
  const response = await fetch(`${siteUrl()}/api/school/views?school_id=${schoolId}`)
  const body: { data: { items: { id: number }[] } } = await response.json()
  const address = `${siteUrl()}/school/${schoolId}/news/${body.data.items[0]?.id}/`
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(address)
  await page.click('#like button')
  await page.waitForSelector('#like button:has-text("已点有用")')
  const words = await page.locator('#like span').textContent()
  await page.reload()
  expect(await page.locator('#like span').textContent()).toBe(words)
  expect((await context.cookies()).find(({ name }) => name === 'vid')?.httpOnly).toBe(true)
  await context.close()
})
