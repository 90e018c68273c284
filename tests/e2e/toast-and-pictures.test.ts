import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { turnsTaken } from '#tests/support/browser/hydrated.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'
import { openTouched } from '#tests/support/browser/touched-page.ts'

let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
afterEach(() => context.close())

/** A touched list whose clock stands still from now on. */
async function openStill(): Promise<Page> {
  const opened = await openTouched(browser, '/schoollist/shenzhen/', {
    before: (fresh) => fresh.clock.install(),
  })
  context = opened.context
  const { page } = opened
  await page.clock.pauseAt(Date.now() + 3_600_000)
  return page
}

const toasts = (page: Page) => page.locator('[role=status] .toast')
const toggle = (page: Page, row: number) =>
  page.locator('[id^="school-"]').nth(row).getByRole('button').nth(1).click()

test('a toast is shown for 2,000 ms in the middle of the screen above everything', async () => {
  const page = await openStill()
  await toggle(page, 0)
  await toasts(page).waitFor()
  const box = await toasts(page).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeCloseTo(844 / 2, -1)
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(390 / 2, -1)
  expect(
    await page.locator('.toasts:has(.toast)').evaluate((region) => getComputedStyle(region).zIndex),
  ).toBe('2000')
  await page.clock.runFor(1900)
  expect(await toasts(page).count()).toBe(1)
  await page.clock.runFor(100)
  expect(await toasts(page).count()).toBe(0)
})

test('a second toast replaces the first and starts its time anew', async () => {
  const page = await openStill()
  await toggle(page, 0)
  await page.getByText('已加入对比，共 1 所').waitFor()
  await page.clock.runFor(1500)
  await toggle(page, 1)
  await page.getByText('已加入对比，共 2 所').waitFor()
  expect(await toasts(page).allInnerTexts()).toEqual(['已加入对比，共 2 所'])
  await page.clock.runFor(1900)
  expect(await toasts(page).count()).toBe(1)
  await page.clock.runFor(100)
  expect(await toasts(page).count()).toBe(0)
})

test('hovering pauses the time of a toast', async () => {
  const page = await openStill()
  await toggle(page, 0)
  await toasts(page).waitFor()
  await page.clock.runFor(1500)
  await toasts(page).hover()
  await page.clock.runFor(60_000)
  expect(await toasts(page).count()).toBe(1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(400)
  expect(await toasts(page).count()).toBe(1)
  await page.clock.runFor(100)
  expect(await toasts(page).count()).toBe(0)
})

/** A picture whose answers the engine does not keep. */
const drawing = {
  contentType: 'image/svg+xml',
  headers: { 'cache-control': 'no-store' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
}

/** A list whose pictures the test answers, by how often each was asked for; scripts come when the test says so. */
async function openList(answers: (times: number) => boolean | undefined, delaysScripts = false) {
  context = await openPhone(browser)
  await context.clock.install()
  const page = await context.newPage()
  const asked = new Map<string, number>()
  await page.route('**/media/**', (route) => {
    const address = route.request().url()
    const times = (asked.get(address) ?? 0) + 1
    asked.set(address, times)
    const isThere = answers(times)
    if (isThere === undefined) return undefined
    return isThere ? route.fulfill(drawing) : route.fulfill({ status: 500, body: '' })
  })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  if (delaysScripts) {
    await page.route('**/assets/*.js', async (route) => {
      await isReleased
      await route.continue()
    })
  }
  await page.goto(`${siteUrl()}/schoollist/shenzhen/`, { waitUntil: 'domcontentloaded' })
  const states = () =>
    page
      .locator('main li img')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().top < innerHeight)
          .map((one) => one.getAttribute('data-state')),
      )
  return { page, asked, states, release }
}

test('a picture that always fails is requested four times, then shows an error', async () => {
  const { page, asked, states } = await openList(() => false)
  await expect.poll(async () => new Set(await states()), { timeout: 15_000 }).toEqual(new Set(['error']))
  await page.clock.runFor(60_000)
  await turnsTaken(page)
  expect([...new Set(asked.values())]).toEqual([4])
})

test('pictures that failed before hydration are requested again', async () => {
  const { page, asked, states, release } = await openList((times) => times > 1, true)
  await expect.poll(() => asked.size).toBeGreaterThan(2)
  await page.clock.runFor(60_000)
  await turnsTaken(page)
  expect([...new Set(asked.values())]).toEqual([1])
  release()
  await expect.poll(async () => new Set(await states()), { timeout: 15_000 }).toEqual(new Set(['loaded']))
  await page.clock.runFor(60_000)
  await turnsTaken(page)
  expect(Math.max(...asked.values())).toBe(2)
})

test('pictures within 1.3 screens load eagerly, those beyond lazily', async () => {
  const { page } = await openList(() => undefined)
  await page.locator('main li img[data-state]').first().waitFor()
  const look = () =>
    page.locator('main li img[loading]').evaluateAll((all) =>
      all.map((one) => ({
        isNear: one.getBoundingClientRect().top < innerHeight * 1.3,
        loading: one.getAttribute('loading'),
      })),
    )
  const isRight = async () =>
    (await look()).every(({ isNear, loading }) => loading === (isNear ? 'eager' : 'lazy'))
  await expect.poll(isRight).toBe(true)
  expect((await look()).some(({ isNear }) => isNear)).toBe(true)
  expect((await look()).some(({ isNear }) => !isNear)).toBe(true)
})
