import { JSDOM } from 'jsdom'
import type { Browser, Locator } from 'playwright'
import { openPhone, phoneAgent } from '../browser/browser.ts'

/** How a button or a link is called: its whole accessible name, or a pattern in it. */
type Name = string | RegExp

/** Someone who uses the site, by a browser or by plain requests. */
export type Parent = {
  open: (path: string) => Promise<void>
  /** Path and query of the page that is open. */
  at: () => string
  /** All words of the page. */
  words: () => Promise<string>
  /** Follows the first link whose address matches. */
  follow: (href: RegExp) => Promise<void>
  /** Types into the fields of a button's form by their names (`true` ticks one), and presses the button. */
  click: (button: Name, values?: Readonly<Record<string, string | true>>) => Promise<void>
  /** The session's token in the cookie jar. */
  token: () => Promise<string | undefined>
  leave: () => Promise<void>
}

/** Chooses, ticks or types as the kind of field wants it. */
async function fill(control: Locator, value: string | true): Promise<void> {
  if (value === true) return control.check()
  const [kind] = await control.evaluateAll((all) =>
    all.map((each) => (each instanceof HTMLInputElement ? each.type : each.tagName)),
  )
  if (kind === 'radio') return control.and(control.page().locator(`[value="${value}"]`)).check()
  if (kind === 'SELECT') return void (await control.selectOption(value))
  await control.fill(value)
}

/** A parent with a phone; every request comes from `address`. */
export async function parentWithPhone(
  browser: Browser,
  { origin, address, scripts }: { origin: string; address: string; scripts: boolean },
): Promise<Parent> {
  const context = await openPhone(browser, {
    javaScriptEnabled: scripts,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const page = await context.newPage()
  return {
    open: async (path) => void (await page.goto(origin + path)),
    at: () => page.url().slice(origin.length),
    words: () => page.locator('body').innerText(),
    async follow(href) {
      const addresses = await page
        .locator('a[href]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      const found = addresses.find((each) => href.test(each))
      if (found === undefined) throw new Error(`no link ${href} on ${page.url()}`)
      // By its address: a page that is rendered meanwhile moves its links.
      await page.locator(`a[href="${found}"]`).first().click()
    },
    async click(name, values = {}) {
      const button = page.getByRole('button', {
        name,
        exact: typeof name === 'string',
        includeHidden: true,
      })
      const folded = button.first().locator('xpath=ancestor::details[not(@open)]/summary')
      if ((await folded.count()) > 0) await folded.click()
      const form = button.first().locator('xpath=ancestor::form')
      for (const [field, value] of Object.entries(values)) {
        const control = form.locator(`[name="${field}"]`)
        await fill(control, value)
      }
      await button.first().click()
    },
    token: async () => (await context.cookies()).find((cookie) => cookie.name === 'token')?.value,
    leave: () => context.close(),
  }
}

/** A parent without any browser: requests, a cookie jar, and forms as they are served. */
export function parentByRequests({ origin, address }: { origin: string; address: string }): Parent {
  const jar = new Map<string, string>()
  let place = new URL(origin)
  let page = new JSDOM('').window

  async function go(to: URL, init: RequestInit = {}): Promise<void> {
    const headers = {
      'user-agent': phoneAgent,
      'x-forwarded-for': address,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(init.method === 'POST' ? { origin } : {}),
    }
    const answer = await fetch(to, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) collect(line)
    const next = answer.headers.get('location')
    if (next !== null) return go(new URL(next, to))
    place = to
    const html = (await answer.text()).replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')
    page = new JSDOM(html, { url: to.href }).window
  }
  function collect(line: string): void {
    const [pair = '', ...facts] = line.split('; ')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (facts.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
  const isCalled = (element: Element, name: Name) => {
    const called = element.getAttribute('aria-label') ?? element.textContent.trim()
    return typeof name === 'string' ? called === name : name.test(called)
  }

  return {
    open: (path) => go(new URL(path, origin)),
    at: () => place.href.slice(origin.length),
    words: async () => page.document.body.textContent,
    async follow(href) {
      const links = [...page.document.querySelectorAll('a[href]')]
      const found = links.map((link) => link.getAttribute('href') ?? '').find((each) => href.test(each))
      if (found === undefined) throw new Error(`no link ${href} on ${place}`)
      await go(new URL(found, place))
    },
    async click(name, values = {}) {
      const button = [...page.document.querySelectorAll('button')].find((each) => isCalled(each, name))
      const form = button?.form
      if (button === undefined || form === null || form === undefined) {
        throw new Error(`no button ${name} on ${place}`)
      }
      const fields = new URLSearchParams()
      for (const [field, value] of new page.FormData(form, button)) {
        if (typeof value === 'string') fields.append(field, value)
      }
      for (const [field, value] of Object.entries(values)) {
        const control = form.querySelector(`[name="${field}"]`)
        if (control === null) throw new Error(`no field ${field} in the form of ${name}`)
        fields.set(field, value === true ? (control.getAttribute('value') ?? 'on') : value)
      }
      const action = new URL(button.getAttribute('formaction') ?? form.getAttribute('action') ?? '', place)
      if (form.method !== 'post') return go(new URL(`?${fields.toString()}`, action))
      return go(action, { method: 'POST', body: fields })
    },
    token: async () => jar.get('token'),
    leave: async () => page.close(),
  }
}
