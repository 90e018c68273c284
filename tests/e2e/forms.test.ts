import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { makeAccount, type NewAccount } from '#tests/support/accounts/new-account.ts'
import { formFields, submitButtons, type SubmitButton } from '#tests/support/pages/forms.ts'
import { firstOf, pageKinds, personalKinds } from '#tests/support/pages/page-kinds.ts'
import { attribute, elementsIn, pageTree, textOf, type PageElement } from '#tests/support/pages/page-tree.ts'

/** Every form of the site, as a browser without scripts sends it to a site that is public. */

/** A page, and the buttons that lead to a form on what follows. */
type Task = { start: string; submits: string[] }

let site: ClockedSite
let shared: NewAccount

beforeAll(async () => {
  site = await startClockedSite({ PUBLIC_ORIGIN: 'https://school.example' })
  shared = await makeAccount(site)
})
afterAll(() => site.stop())

/** A visitor with a cookie jar and the page that is open. */
type Visitor = { who: NewAccount; cookies: Map<string, string>; url: URL; page: ReturnType<typeof pageTree> }

function newVisitor(who: NewAccount, token?: string): Visitor {
  const cookies = new Map(token === undefined ? [] : [['__Host-token', token]])
  return { who, cookies, url: new URL(site.url), page: pageTree('') }
}

/** Opens an address, or sends a form to it, and follows redirects; the status of the first answer. */
async function go(visitor: Visitor, to: URL, body?: URLSearchParams): Promise<number> {
  const answer = await fetch(to, {
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: {
      'user-agent': phoneAgent,
      'x-forwarded-for': visitor.who.address,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      referer: visitor.url.href,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      ...(body === undefined ? {} : { origin: site.url }),
    },
    redirect: 'manual',
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/; Max-Age=0\b/i.test(line)) visitor.cookies.delete(name)
    else visitor.cookies.set(name, value)
  }
  const text = await answer.text()
  const location = answer.headers.get('location')
  if (location !== null) await go(visitor, new URL(location, to))
  // A file comes without a new page.
  else if (answer.headers.get('content-type')?.startsWith('text/html') === true) {
    visitor.url = to
    visitor.page = pageTree(text)
  }
  return answer.status
}

/** The path that a form is sent to. */
function pathOf({ url }: Visitor, { action }: SubmitButton): string {
  const address = new URL(action, url)
  if (address.origin !== site.url) throw new Error(`${url.href} has a form to ${address.origin}`)
  return address.pathname
}

/** The ways to send the forms of the page that is open, by signs that are the same for the same form on another page. */
function submitsOf(visitor: Visitor): Map<string, SubmitButton> {
  const signed = submitButtons(visitor.page).map((submit): [string, SubmitButton] => {
    const { button, fields, method } = submit
    const action = pathOf(visitor, submit)
      .replace(/\/order\/(book\/)?[0-9A-Z]+\//, '/order/$1R/')
      .replace(/\d+/g, 'N')
    const nameOf = (field: PageElement) => attribute(field, 'name') ?? ''
    const hidden = ['order_type', 'intent'].map((name) => {
      const field = fields.find((each) => each.tagName === 'input' && nameOf(each) === name)
      return attribute(field, 'value') ?? ''
    })
    const value = nameOf(button) === 'intent' ? (attribute(button, 'value') ?? '') : ''
    const own = [nameOf(button), value, textOf(button).trim()]
    const names = [...new Set(fields.map(nameOf))].toSorted().join(' ')
    const sign = [method, action, ...hidden, ...own, names].join(' | ')
    return [sign.replace(/\d+/g, 'N').replace(/周[一二三四五六日]/g, '周N'), submit]
  })
  const first = new Map<string, SubmitButton>()
  for (const [sign, submit] of signed) if (!first.has(sign)) first.set(sign, submit)
  return first
}

const texts: Readonly<Record<string, string>> = {
  name: '林女士',
  question: '校车几点到？',
  q: '国际',
  wrong: '学费写的是去年的',
}

/** Sends one form of the page that is open; resolves to the status by which it was refused. */
async function send(visitor: Visitor, sign: string): Promise<string> {
  const { url, who } = visitor
  const submit = submitsOf(visitor).get(sign)
  if (submit === undefined) throw new Error(`${url.href} has no form ${sign}`)
  const asksCode = submit.fields.some(
    (field) => attribute(field, 'name') === 'code' && attribute(field, 'type') !== 'hidden',
  )
  const values: Record<string, string> = { ...texts, phone: who.phone, reference: who.reference }
  if (asksCode) values['code'] = await site.nextCode(who.phone)
  const body = formFields(submit, (field) => {
    const name = attribute(field, 'name') ?? ''
    const type = attribute(field, 'type')
    if (type === 'hidden') return undefined
    if (type === 'checkbox') return name.startsWith('consent_') || name === 'agreed' || undefined
    if (field.tagName !== 'select') return values[name]
    const options = elementsIn(field).filter(({ tagName }) => tagName === 'option')
    if (name !== 'open_day_id') return undefined
    // The site's own: after a school's the form asks for the consent again, by the school's name.
    return attribute(
      options.find((option) => textOf(option).includes('择校咨询日')),
      'value',
    )
  })
  const to = new URL(submit.action, url)
  if (submit.method === 'GET') to.search = body.toString()
  const status = await go(visitor, to, submit.method === 'GET' ? undefined : body)
  return [200, 303, ...(submit.method === 'GET' ? [301, 302] : [])].includes(status) ? '' : String(status)
}

/** Whether sending changes an account so much that it must be one of its own. */
function needsOwn({ submits }: Task): boolean {
  return submits.some((submit) => /\/(?:personal|mycollect|logout)\/|验证码/.test(submit))
}

/** Whose page it is: nobody's at the login, an account's own where sending changes it, else the shared one's. */
async function visitorFor(task: Task): Promise<Visitor> {
  const who = needsOwn(task) ? await makeAccount(site) : shared
  return newVisitor(who, task.start.includes('login') ? undefined : who.token)
}

/** Does a task; resolves to the status of a form that was refused, and to who did it. */
async function perform(task: Task): Promise<{ refused: string; visitor: Visitor }> {
  const visitor = await visitorFor(task)
  await go(visitor, new URL(task.start.replace(shared.reference, visitor.who.reference), site.url))
  site.pass(800)
  let refused = ''
  for (const submit of task.submits) {
    site.pass(61)
    refused = await send(visitor, submit)
  }
  return { refused, visitor }
}

async function startPages(): Promise<string[]> {
  const school = await firstOf(site.url, '/api/schools?city_code=4403')
  const day = await firstOf(site.url, '/api/opendays?city_code=4403&state=open')
  return [
    // A decision book that one form replaces or deletes is opened anew for the next.
    ...(await pageKinds(site.url))
      .map(([, path]) => path)
      .filter((path) => !path.includes('ABCDE12345') && !/^\/order\/book\/\w/.test(path)),
    ...personalKinds.map(([, path]) => path),
    `/order/${shared.reference}/cancel/`,
    `/order/?orderType=openday&openDayId=${day}`,
    '/order/?orderType=openday',
    ...['consult', 'course', 'planning', 'cooperation'].map((type) => `/order/?orderType=${type}`),
    `/school/${school}/?modal=order&orderType=order&schoolId=${school}`,
  ]
}

test('every form of the site is accepted as a browser without scripts sends it', async () => {
  const refused: string[] = []
  const actions = new Set<string>()
  const known = new Set<string>()
  const tasks: Task[] = (await startPages()).map((start) => ({ start, submits: [] }))
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    const { visitor, refused: problem } = await perform(task)
    if (problem !== '') refused.push(`${task.start} ${task.submits.join(' -> ')}: ${problem}`)
    // One of the forms that stand there now is sent at once, the others another time.
    for (let now: Task | undefined = task; now !== undefined;) {
      const further: Task[] = []
      for (const [sign, submit] of submitsOf(visitor)) {
        if (known.has(sign)) continue
        known.add(sign)
        if (submit.method === 'POST') actions.add(pathOf(visitor, submit))
        further.push({ start: now.start, submits: [...now.submits, sign] })
      }
      const isOwn = needsOwn(now)
      const onward = further.find((each) => needsOwn(each) === isOwn)
      tasks.push(...further.filter((each) => each !== onward))
      now = onward
      const submit = onward?.submits.at(-1)
      if (onward === undefined || submit === undefined) break
      site.pass(61)
      const said = await send(visitor, submit)
      if (said !== '') refused.push(`${onward.start} ${onward.submits.join(' -> ')}: ${said}`)
    }
  }
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
        headers: { cookie: `__Host-token=${shared.token}`, ...origin },
        redirect: 'manual',
      })
      await answer.arrayBuffer()
      if (answer.status !== 403) wrong.push(`${address} from ${JSON.stringify(origin)}: ${answer.status}`)
    }
  }
  expect(wrong).toEqual([])
})
