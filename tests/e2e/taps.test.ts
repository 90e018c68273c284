import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { turnsTaken } from '#tests/support/browser/hydrated.ts'
import { firstSchoolId } from '#tests/support/site/site-url.ts'
import { openTouched } from '#tests/support/browser/touched-page.ts'

/** Fingers on a real screen: the engine gets touches, and makes of them what it makes of everybody's. */

let browser: Browser
let context: BrowserContext
let school = ''

beforeAll(async () => {
  browser = await openBrowser()
  school = `/school/${await firstSchoolId()}/`
})
afterAll(() => browser.close())
afterEach(() => context.close())

async function openAt(path: string): Promise<{ page: Page; finger: CDPSession }> {
  const opened = await openTouched(browser, path, {
    viewport: { width: 800, height: 1100 },
    hasTouch: true,
    isMobile: true,
  })
  context = opened.context
  return { page: opened.page, finger: await context.newCDPSession(opened.page) }
}

/** Puts a finger down, moves it to the right by so many px, and lifts it. */
async function slide(finger: CDPSession, x: number, y: number, by: number): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [{ x, y }])
  await send('touchMove', [{ x: x + by, y }])
  await send('touchEnd', [])
}

test('a tap outside a dialog closes it when the finger moves 4 px, not 6 px', async () => {
  const { page, finger } = await openAt(school)
  await page.getByRole('link', { name: '咨询' }).first().click()
  const dialog = page.getByRole('dialog', { name: '咨询' })
  await dialog.waitFor()
  await slide(finger, 20, 500, 6)
  await slide(finger, 20, 500, -6)
  await turnsTaken(page)
  expect(await dialog.count()).toBe(1)
  await slide(finger, 20, 500, 4)
  await dialog.waitFor({ state: 'detached' })
})

test('a click inside the dialog does not close it', async () => {
  const { page, finger } = await openAt(school)
  await page.getByRole('link', { name: '咨询' }).first().click()
  const dialog = page.getByRole('dialog', { name: '咨询' })
  await dialog.waitFor()
  const { x = 0, y = 0 } = (await dialog.boundingBox()) ?? {}
  await slide(finger, x + 3, y + 200, 0)
  await page.mouse.click(x + 4, y + 100)
  // A text that is marked from inside to outside is no press either.
  await page.mouse.move(x + 100, y + 100)
  await page.mouse.down()
  await page.mouse.move(10, y + 100)
  await page.mouse.up()
  await turnsTaken(page)
  expect(await dialog.count()).toBe(1)
})
