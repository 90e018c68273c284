import { expect } from 'vitest'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { openPhone } from '../browser/browser.ts'
import type { ClockedSite } from '../site/clocked-site.ts'

/** One parent on a phone, on the way through one journey. */
export type Walk = {
  page: Page
  /** Used by nobody else in the run. */
  phone: string
  site: ClockedSite
  /** Opens an address of the site, and lets it settle. */
  open: (path: string) => Promise<void>
  /** Waits until the page of a path is shown, by whatever kind of navigation. */
  arrives: (path: RegExp) => Promise<void>
  /** Waits until the page says something. */
  reads: (words: string | RegExp) => Promise<void>
  /** `data` of a call from this parent's network address; a refusal's code instead. */
  call: (path: string, more?: { token?: string; body?: Record<string, unknown> }) => Promise<unknown>
  /** Logs in by calls and gives the browser the session; the token. */
  logIn: () => Promise<string>
  /** The session's token in the cookie jar. */
  token: () => Promise<string>
  leave: () => Promise<void>
}

/** What a parent does, until the result is read on another page or through the API. */
export type Journey = (walk: Walk) => Promise<void>

type Options = {
  site: ClockedSite
  /** What an opened page waits for before it is used: for its scripts, where they are expected to come. */
  awaitIdle?: (page: Page) => Promise<void>
  /** What is done to the page that is left for an address. */
  beforeOpen?: (page: Page) => Promise<void>
  /** Of the browser's context. */
  browser?: BrowserContextOptions
  /** What befalls the context before its first page. */
  before?: ((context: BrowserContext) => Promise<unknown>) | undefined
}

const envelope = z.object({ code: z.number(), data: z.unknown() })
/** How long a page may take to come, in ms. */
const pageTimeout = { timeout: 15_000 }
/** Check-in pages bring no scripts of the site. */
const unscripted = /^\/(?:parents|exhibitors|signdetail)\//

let walks = 0

/** Gives a parent a phone; every request comes from an address of its own, since codes are limited by address. */
export async function startWalk(
  browser: Browser,
  { site, awaitIdle, beforeOpen, browser: settings = {}, before }: Options,
): Promise<Walk> {
  walks += 1
  const phone = `1391${String(walks).padStart(7, '0')}`
  const address = `10.88.${walks}.1`
  const context = await openPhone(browser, { extraHTTPHeaders: { 'x-forwarded-for': address }, ...settings })
  await before?.(context)
  const page = await context.newPage()
  const token = async () => (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''

  const call: Walk['call'] = async (path, more = {}) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(more.token === undefined ? {} : { token: more.token }),
    }
    const post = more.body === undefined ? {} : { method: 'POST', body: JSON.stringify(more.body) }
    const answer = await fetch(site.url + path, { headers, ...post })
    const { code, data } = envelope.parse(await answer.json())
    return code === 1000 ? data : code
  }

  return {
    page,
    phone,
    site,
    call,
    token,
    async open(path) {
      await beforeOpen?.(page)
      // A script that never comes keeps the page from ever being loaded.
      await page.goto(site.url + path, { waitUntil: 'commit' })
      if (!unscripted.test(new URL(page.url()).pathname)) await awaitIdle?.(page)
    },
    arrives: (path) =>
      page.waitForURL((url) => path.test(decodeURIComponent(url.pathname) + url.search), {
        waitUntil: 'commit',
        ...pageTimeout,
      }),
    async reads(words) {
      await expect.poll(() => page.locator('body').innerText(), pageTimeout).toMatch(words)
    },
    async logIn() {
      await call('/api/code', { body: { phone } })
      const opened = await call('/api/login', {
        body: { phone, code: await site.nextCode(phone), agreed: agreedVersion },
      })
      const { token: value } = z.object({ token: z.string() }).parse(opened)
      site.pass(61)
      await context.addCookies([{ name: 'token', value, url: site.url, httpOnly: true, sameSite: 'Lax' }])
      return value
    },
    leave: () => context.close(),
  }
}

/** Ids of the first items of a list of the API. */
export async function firstIds({ call }: Walk, path: string): Promise<number[]> {
  const list = z.object({ items: z.array(z.object({ id: z.number() })) }).parse(await call(path))
  return list.items.map(({ id }) => id)
}

/** How many items a list of the API has. */
export async function totalOf({ call }: Walk, path: string): Promise<number> {
  return z.object({ total: z.number() }).parse(await call(path)).total
}
