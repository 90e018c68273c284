import { expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

test('the first Tab of a page without scripts focuses a visible skip link', async () => {
  const browser = await openBrowser()
  const silent = await openPhone(browser, { javaScriptEnabled: false })
  const plain = await silent.newPage()
  await plain.goto(`${siteUrl()}/schoollist/shenzhen/`)
  await plain.keyboard.press('Tab')
  const skip = plain.getByRole('link', { name: '跳到主要内容' })
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  await plain.keyboard.press('Enter')
  await plain.keyboard.press('Tab')
  const focused = await plain.evaluate(() => {
    const element = document.activeElement
    return {
      inMain: element?.closest('main') !== null,
      ring: element ? getComputedStyle(element).outlineWidth : '',
    }
  })
  expect(focused.inMain).toBe(true)
  expect(Number.parseInt(focused.ring, 10)).toBeGreaterThanOrEqual(2)
  await browser.close()
})
