import type { Browser, BrowserContext, CDPSession, ConsoleMessage, Locator, Page, Request } from 'playwright'
import { vi } from 'vitest'
import { openPhone } from '../browser.ts'
import { waitForScripts } from '../hydrated.ts'

/** A connection: its bits per second (none for no limit), and the delay of every request in ms. */
export type Connection = { name: string; bitsPerSecond?: number; delayMs: number }

/** When a finger comes: so many ms after the navigation started, or to a page at rest. */
export type Moment = number | 'at rest'

/** What a page was when a tap became a click on it: whether React had it, and the length of its history. */
type FingerClick = { isHydrated: boolean; steps: number }

/** A phone on a page of which nothing has been touched, and what the page does from the first touch on. */
export type TouchedPhone = {
  context: BrowserContext
  page: Page
  /** Documents asked for since the finger came down, without the hops of redirects. */
  documents: readonly string[]
  /** Method POST since then: the paths, without the hops of redirects. */
  posts: readonly string[]
  /** Errors that no code of the page caught. */
  errors: readonly string[]
  /** Clicks by fingers, in all documents. */
  clicks: readonly FingerClick[]
  /**
   * Puts a finger on a control for so many ms, as soon as it can be seen: a page may not be painted yet, or have it not
   * yet. Returns where.
   */
  tap: (control: Locator, touchMs: number) => Promise<{ x: number; y: number }>
  /** Waits until the page has its scripts and asks for nothing any more. */
  awaitIdle: () => Promise<void>
}

type Opening = {
  address: string
  connection: Connection
  moment: Moment
  /** The network address that its requests seem to come from. */
  client: string
  before?: ((context: BrowserContext) => Promise<unknown>) | undefined
}

const restMs = 5000
/** After so many ms without a request nothing more is expected. */
const quietMs = 500
const clickNote = 'click by a finger'

/** Opens a page over a connection and lets the time pass that nobody touches it. */
export async function openUntouched(browser: Browser, opening: Opening): Promise<TouchedPhone> {
  const { address, connection, moment, client, before } = opening
  const context = await openPhone(browser, {
    hasTouch: true,
    isMobile: true,
    extraHTTPHeaders: { 'x-forwarded-for': client },
  })
  await before?.(context)
  await context.addInitScript(noteClicks, clickNote)
  const page = await context.newPage()
  const finger = await context.newCDPSession(page)
  await limit(finger, connection)
  const seen = watch(page)
  const started = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  if (moment === 'at rest') {
    await page.waitForLoadState('load')
    await page.waitForTimeout(restMs)
    await waitForScripts(page)
  } else await page.waitForTimeout(Math.max(0, started + moment - performance.now()))
  return {
    context,
    page,
    ...seen,
    async tap(control, touchMs) {
      const place = await placeOf(control)
      seen.begin()
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
      await page.waitForTimeout(touchMs)
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      return place
    },
    async awaitIdle() {
      await waitForScripts(page)
      // Playwright's own word for it is of a document's first time alone.
      await vi.waitUntil(() => seen.idleMs() > quietMs, { timeout: 20_000 })
    },
  }
}

/** Runs in the page: tells of every click that a finger made, before anything else hears of it. */
function noteClicks(message: string): void {
  window.addEventListener(
    'click',
    ({ isTrusted }) => {
      const isHydrated = document.querySelector('[data-announcer]') !== null
      if (isTrusted) console.debug(message, JSON.stringify({ isHydrated, steps: history.length }))
    },
    true,
  )
}

async function limit(session: CDPSession, { bitsPerSecond, delayMs }: Connection): Promise<void> {
  const bytesPerSecond = bitsPerSecond === undefined ? -1 : bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: delayMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

function watch(page: Page) {
  const seen = {
    documents: new Array<string>(),
    posts: new Array<string>(),
    errors: new Array<string>(),
    clicks: new Array<FingerClick>(),
  }
  let hasBegun = false
  const pending = new Set<Request>()
  let changed = performance.now()
  const end = (request: Request) => {
    pending.delete(request)
    changed = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('request', (request) => {
    pending.add(request)
    if (!hasBegun || request.redirectedFrom() !== null) return
    if (request.isNavigationRequest()) seen.documents.push(`${request.method()} ${request.url()}`)
    if (request.method() === 'POST') seen.posts.push(new URL(request.url()).pathname)
  })
  page.on('pageerror', (error) => seen.errors.push(error.message))
  page.on('console', (message: ConsoleMessage) => {
    const [, facts] = message.text().split(clickNote)
    if (facts !== undefined) seen.clicks.push(JSON.parse(facts))
  })
  const idleMs = () => (pending.size > 0 ? 0 : performance.now() - changed)
  return { ...seen, begin: () => (hasBegun = true), idleMs }
}

/** The middle of a control, once it is painted and nothing lies over it; brought into sight where it has to be. */
async function placeOf(control: Locator): Promise<{ x: number; y: number }> {
  await control.page().waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await control.waitFor()
  return control.evaluate((element) => {
    const middle = () => {
      const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    const { x, y } = middle()
    if (!element.contains(document.elementFromPoint(x, y))) element.scrollIntoView({ block: 'center' })
    return middle()
  })
}
