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

/** What the first screen of a list shows: whole cards, the height of each in sight, links to neighbouring lists. */
async function cardsInSight(path: string): Promise<{ whole: number; heights: number[]; neighbours: number }> {
  const context = await openPhone(browser, { viewport: screen, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(siteUrl() + path)
  const boxes = await page.locator('main li[id^="school-"]').evaluateAll((cards) =>
    cards.map((card) => {
      const { bottom, height, top } = card.getBoundingClientRect()
      return { bottom, height, top }
    }),
  )
  const neighbours = await page.locator('section[aria-label="能不能报"] li').count()
  await context.close()
  const inSight = boxes.filter(({ top }) => top < screen.height)
  return {
    whole: boxes.filter(({ bottom }) => bottom <= screen.height).length,
    heights: inSight.map(({ height }) => Math.round(height)),
    neighbours,
  }
}

/** A card whose facts and reason take one line each; four of them are in sight. */
const usualHeight = 138
/** The highest line of a card: that of its price. */
const lineHeight = 24

test.each([
  ['of all', ''],
  ['for a child', '?grade=g5&identity=hmt'],
])(
  'the first screen of a list %s shows four schools, fewer where lines break or stand above',
  async (_, query) => {
    for (const { pinyin } of cities) {
      const { whole, heights, neighbours } = await cardsInSight(`/schoollist/${pinyin}/${query}`)
      const isUsual = heights.slice(0, 4).every((height) => height <= usualHeight)
      const least = neighbours > 0 ? 2 : isUsual ? 4 : 3
      expect([pinyin, whole]).toEqual([pinyin, Math.max(whole, least)])
      expect([pinyin, heights.filter((height) => height > usualHeight + 2 * lineHeight)]).toEqual([
        pinyin,
        [],
      ])
    }
  },
)
