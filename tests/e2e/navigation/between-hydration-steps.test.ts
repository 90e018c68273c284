import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** All events that React 18 answers by rendering a page at once that it has not taken over yet. */
const urgent = [
  'auxclick change click compositionend compositionstart contextmenu copy cut dblclick dragend dragstart drop input',
  'keydown keypress keyup mousedown mouseup paste pointercancel pointerdown pointerup reset textInput touchcancel',
  'touchend touchstart',
].flatMap((line) => line.split(' '))

test('input between two steps of hydration causes no error', async () => {
  const context = await openPhone(browser)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  // React's steps are messages: one of ours always stands between two of them.
  await page.addInitScript((types) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const field = document.querySelector('input[type=tel]')
      for (const type of field ? types : []) {
        const touches = field ? [new Touch({ identifier: 0, target: field })] : []
        const kind = type.startsWith('touch') ? TouchEvent : Event
        field?.dispatchEvent(new kind(type, { bubbles: true, touches, changedTouches: touches }))
      }
      if (document.querySelector('[data-announcer]') === null) port2.postMessage('')
    })
    port1.start()
    port2.postMessage('')
  }, urgent)
  await page.goto(`${siteUrl()}/login/`)
  await page.locator('input[type=tel]').fill('13912345678')
  await waitForScripts(page)
  expect(errors).toEqual([])
  expect(await page.locator('input[type=tel]').inputValue()).toBe('13912345678')
  await context.close()
})
