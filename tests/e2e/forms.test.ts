import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { makeAccount, type NewAccount } from '#tests/support/accounts/new-account.ts'
import { firstOf, pageKinds, personalKinds } from '#tests/support/pages/page-kinds.ts'

/** Every form of the site, as a browser without scripts sends it to a site that is public. */

/** One way to send a form: by one of its buttons. */
type SubmitButton = { at: number; sign: string; method: string; action: string }
/** A page, and the presses that lead to a form on what follows. */
type Task = { start: string; submits: string[] }

let site: ClockedSite
let browser: Browser
let shared: NewAccount

beforeAll(async () => {
  site = await startClockedSite({ PUBLIC_ORIGIN: 'https://school.example' })
  browser = await openBrowser()
  shared = await makeAccount(site)
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** The ways to send the forms that a page shows; signs are the same for the same form on another page. */
function submitsOf(page: Page): Promise<SubmitButton[]> {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
    return [...document.querySelectorAll('button')].flatMap((button, at) => {
      const { form } = button
      if (form === null || button.disabled || button.getClientRects().length === 0) return []
      const given = button.getAttribute('formaction') ?? form.getAttribute('action')
      const { pathname } = new URL(given ?? '', location.href)
      const action = pathname.replace(/\/order\/[0-9A-Z]+\//, '/order/R/').replace(/\d+/g, 'N')
      const hidden = ['order_type', 'intent'].map((name) => {
        const field = form.elements.namedItem(name)
        return field instanceof HTMLInputElement ? field.value : ''
      })
      const own = [button.name, button.name === 'intent' ? button.value : '', button.textContent.trim()]
      const fields = [...form.elements].filter((field) => field.localName !== 'button')
      const names = new Set(fields.map((field) => field.getAttribute('name') ?? ''))
      const sign = [form.method, action, ...hidden, ...own, [...names].toSorted().join(' ')].join(' | ')
      const timeless = sign.replace(/\d+/g, 'N').replace(/周[一二三四五六日]/g, '周N')
      return [{ at, sign: timeless, method: form.method.toUpperCase(), action: pathname }]
    })
  })
}

/** Closes what covers a button: every panel that does not show it. */
function foldAway(at: number): void {
  const button = [...document.querySelectorAll('button')][at]
  for (const fold of document.querySelectorAll('details')) {
    fold.open = false
    if (button?.checkVisibility() === false) fold.open = true
  }
}

async function fillForm(page: Page, at: number, { phone }: NewAccount): Promise<void> {
  const form = page.locator('button').nth(at).locator('xpath=ancestor::form')
  if ((await form.count()) === 0) return
  const values = new Map(
    Object.entries({
      phone,
      name: '林女士',
      question: '校车几点到？',
      q: '国际',
      wrong: '学费写的是去年的',
    }),
  )
  for (const field of await form.locator('input:not([type="hidden"]), textarea').all()) {
    if (!(await field.isVisible())) continue
    const [name, type] = [await field.getAttribute('name'), await field.getAttribute('type')]
    if (type === 'checkbox') {
      if (name?.startsWith('consent_') === true) await field.check()
    } else if (name === 'code') await field.fill(await site.nextCode(phone))
    else if (values.has(name ?? '')) await field.fill(values.get(name ?? '') ?? '')
  }
  for (const choice of await form.locator('select[name="open_day_id"]').all()) {
    await choice.selectOption({ index: 1 })
  }
}

/** Sends one form; resolves to what the site answered. */
async function send(page: Page, sign: string, who: NewAccount): Promise<string> {
  const submit = (await submitsOf(page)).find((each) => each.sign === sign)
  if (submit === undefined) throw new Error(`${page.url()} has no form ${sign}`)
  await fillForm(page, submit.at, who)
  const answer = page.waitForResponse(
    (each) => each.request().isNavigationRequest() && each.request().method() === submit.method,
  )
  // A file comes without a new page.
  const loaded = submit.action.endsWith('/file/') ? answer : page.waitForEvent('load')
  await page.evaluate(foldAway, submit.at)
  await page.locator('button').nth(submit.at).click()
  const status = (await answer).status()
  await loaded
  return [200, 303, ...(submit.method === 'GET' ? [301, 302] : [])].includes(status) ? '' : String(status)
}

/** Whether sending changes an account so much that it must be one of its own. */
function needsOwn({ submits }: Task): boolean {
  return submits.some((submit) => /\/(?:personal|mycollect|logout)\/|验证码/.test(submit))
}

/** Whose page it is: nobody's at the login, an account's own where sending changes it, else the shared one's. */
async function whoseIs(task: Task): Promise<{ who: NewAccount; token?: string }> {
  const { start } = task
  const who = needsOwn(task) ? await makeAccount(site) : shared
  return start.includes('login') ? { who } : { who, token: who.token }
}

/** Does a task; resolves to the status of a form that was refused, and to who did it. */
async function perform(page: Page, task: Task): Promise<{ refused: string; who: NewAccount }> {
  const { who, token } = await whoseIs(task)
  const context = page.context()
  await context.clearCookies()
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': who.address })
  if (token !== undefined) await context.addCookies([{ name: 'token', value: token, url: site.url }])
  await page.goto(site.url + task.start.replace(shared.reference, who.reference), {
    waitUntil: 'domcontentloaded',
  })
  site.pass(800)
  let refused = ''
  for (const submit of task.submits) {
    site.pass(61)
    refused = await send(page, submit, who)
  }
  return { refused, who }
}

async function startPages(): Promise<string[]> {
  const school = await firstOf(site.url, '/api/schools?city_code=4403')
  const day = await firstOf(site.url, '/api/opendays?city_code=4403&state=open')
  return [
    ...(await pageKinds(site.url)).map(([, path]) => path).filter((path) => !path.includes('ABCDE12345')),
    ...personalKinds.map(([, path]) => path),
    `/order/${shared.reference}/cancel/`,
    `/order/?orderType=openday&openDayId=${day}`,
    '/order/?orderType=openday',
    ...['consult', 'course', 'planning', 'cooperation'].map((type) => `/order/?orderType=${type}`),
    `/school/${school}/?modal=order&orderType=order&schoolId=${school}`,
  ]
}

test('every form of the site is accepted when a browser without scripts sends it', async () => {
  const refused: string[] = []
  const actions = new Set<string>()
  const known = new Set<string>()
  const tasks: Task[] = (await startPages()).map((start) => ({ start, submits: [] }))
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  // Pictures would only make it wait.
  const inspector = await context.newCDPSession(page)
  await inspector.send('Network.enable')
  await inspector.send('Network.setBlockedURLs', { urls: ['*/media/*', '*.svg', '*.png'] })
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    const { who, refused: problem } = await perform(page, task)
    if (problem !== '') refused.push(`${task.start} ${task.submits.join(' -> ')}: ${problem}`)
    // One of the forms that stand there now is sent at once, the others another time.
    for (let now: Task | undefined = task; now !== undefined;) {
      const further: Task[] = []
      for (const { sign, method, action } of await submitsOf(page)) {
        if (known.has(sign)) continue
        known.add(sign)
        if (method === 'POST') actions.add(action)
        further.push({ start: now.start, submits: [...now.submits, sign] })
      }
      const isOwn = needsOwn(now)
      const onward = further.find((each) => needsOwn(each) === isOwn)
      tasks.push(...further.filter((each) => each !== onward))
      now = onward
      const submit = onward?.submits.at(-1)
      if (onward === undefined || submit === undefined) break
      site.pass(61)
      const said = await send(page, submit, who)
      if (said !== '') refused.push(`${onward.start} ${onward.submits.join(' -> ')}: ${said}`)
    }
  }
  await context.close()
  expect(refused).toEqual([])
  expect(known.size).toBeGreaterThan(30)
  for (const path of [
    '/order/',
    '/login/',
    '/logout/',
    '/mycollect/toggle/',
    '/compare/toggle/',
    '/personal/delete/',
  ]) {
    expect(actions).toContain(path)
  }
}, 600_000)

test('a form sent from another site is refused with 403 at every page and every API call', async () => {
  const calls = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await (await fetch(`${site.url}/api/openapi.json`)).json())
  const school = await firstOf(site.url, '/api/schools?city_code=4403')
  const addresses = [
    ...Object.entries(calls.paths).flatMap(([path, methods]) =>
      'post' in methods ? [path.replaceAll(/\{\w+\}/g, '1')] : [],
    ),
    ...[...personalKinds, ...(await pageKinds(site.url))].map(([, path]) => path),
    '/order/',
    '/logout/',
    '/personal/export/file/',
    `/school/${school}/faq/`,
    '/api/no/such/call',
  ]
  const origins: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://school.example.evil.example' },
    { origin: site.url, 'sec-fetch-site': 'cross-site' },
  ]
  const wrong: string[] = []
  for (const address of addresses) {
    for (const origin of origins) {
      const answer = await fetch(site.url + address, {
        method: 'POST',
        body: new URLSearchParams({ id: '1' }),
        headers: { cookie: `token=${shared.token}`, ...origin },
        redirect: 'manual',
      })
      await answer.arrayBuffer()
      if (answer.status !== 403) wrong.push(`${address} from ${JSON.stringify(origin)}: ${answer.status}`)
    }
  }
  expect(wrong).toEqual([])
})
