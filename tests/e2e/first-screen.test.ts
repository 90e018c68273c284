import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser

beforeTests(async () => {
  browser = await openBrowser()
  return () => browser.close()
})

const screen = { width: 390, height: 844 }

/** How many whole cards the first screen of a list shows, and the height of each card in sight. */
async function cardsInSight(path: string): Promise<{ whole: number; heights: number[] }> {
  const context = await openPhone(browser, { viewport: screen, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(siteUrl() + path)
  const boxes = await page.locator('main li[id^="school-"]').evaluateAll((cards) =>
    cards.map((card) => {
      const { bottom, height, top } = card.getBoundingClientRect()
      return { bottom, height, top }
    }),
  )
  await context.close()
  const inSight = boxes.filter(({ top }) => top < screen.height)
  return {
    whole: boxes.filter(({ bottom }) => bottom <= screen.height).length,
    heights: inSight.map(({ height }) => Math.round(height)),
  }
}

/** A card whose facts and reason take one line each; four of them are in sight. */
const usualHeight = 138
/** The highest line of a card: that of its price. */
const lineHeight = 24

test.each([
  ['of all', ''],
  ['for a child', '?grade=g5&identity=hmt'],
])('the first screen of a list %s shows four schools, or three where a line breaks', async (_, query) => {
  for (const { pinyin } of cities) {
    const { whole, heights } = await cardsInSight(`/schoollist/${pinyin}/${query}`)
    const isUsual = heights.slice(0, 4).every((height) => height <= usualHeight)
    expect([pinyin, whole]).toEqual([pinyin, isUsual ? 4 : Math.max(whole, 3)])
    expect([pinyin, heights.filter((height) => height > usualHeight + 2 * lineHeight)]).toEqual([pinyin, []])
  }
})
