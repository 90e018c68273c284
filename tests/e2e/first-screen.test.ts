import { brotliDecompressSync, constants } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { wireAnswer } from '#tests/support/pages/wire-bytes.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser

beforeTests(async () => {
  browser = await openBrowser()
  return () => browser.close()
})

const screen = { width: 390, height: 844 }

/** What the first screen of a list shows: where its cards begin, the height of each in sight, links to neighbouring lists. */
async function cardsInSight(path: string): Promise<{ from: number; heights: number[]; neighbours: number }> {
  const context = await openPhone(browser, { viewport: screen, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(siteUrl() + path)
  const boxes = await page.locator('main li[id^="school-"]').evaluateAll((cards) =>
    cards.map((card) => {
      const { height, top } = card.getBoundingClientRect()
      return { height, top }
    }),
  )
  const neighbours = await page.locator('section[aria-label="能不能报"] li').count()
  await context.close()
  const inSight = boxes.filter(({ top }) => top < screen.height)
  return {
    from: Math.round(boxes[0]?.top ?? screen.height),
    heights: inSight.map(({ height }) => Math.round(height)),
    neighbours,
  }
}

/** A card whose facts and reason take one line each; what such a reason says depends on the day. */
const usualHeight = 137
/** The highest line of a card: that of its price. */
const lineHeight = 24

test.each([
  ['of all', 4, ''],
  ['for a child', 3, '?grade=g5&identity=hmt'],
])(
  'the first screen of a list %s has room for %i schools, for two below other lists',
  async (_, schools, query) => {
    for (const { pinyin } of cities) {
      const { from, heights, neighbours } = await cardsInSight(`/schoollist/${pinyin}/${query}`)
      const latest = screen.height - (neighbours > 0 ? 2 : schools) * usualHeight
      expect([pinyin, from]).toEqual([pinyin, Math.min(from, latest)])
      expect([pinyin, heights.filter((height) => height > usualHeight + 2 * lineHeight + 1)]).toEqual([
        pinyin,
        [],
      ])
    }
  },
)

/** Bytes that a server may send before it hears of the browser: ten segments. */
const initialWindow = 14 * 1024

/** The part of a page's HTML that its first window of bytes holds, compressed as it is sent. */
async function firstWindow(address: string): Promise<string> {
  const { body, head } = await wireAnswer(address)
  const sent = body.subarray(0, initialWindow - head)
  return brotliDecompressSync(sent, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString()
}

/** What stands in the first screen of a page, each part with its place. */
function partsInSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (box: DOMRect) => box.height > 0 && box.top < innerHeight && box.bottom > 0
    const placed = (name: string, { left, top, width }: DOMRect) =>
      `${name} ${[left, top, width].map(Math.round).join()}`
    const pictures = [...document.images].filter((image) => seen(image.getBoundingClientRect()))
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const parts = pictures.map((image) => placed('picture', image.getBoundingClientRect()))
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (seen(box)) parts.push(placed(node.textContent?.trim() ?? '', box))
    }
    return parts
  })
}

test.each([
  '/',
  '/schoollist/shenzhen/',
  '/schoollist/shenzhen/?grade=g5',
  '/school/1/',
  '/news/',
  '/openday/',
])('the first 14 KB of %s paint its first screen, when the rest never comes', async (path) => {
  const context = await openPhone(browser, { viewport: screen, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(siteUrl() + path)
  const whole = await partsInSight(page)
  const body = await firstWindow(siteUrl() + path)
  await page.route(siteUrl() + path, (route) =>
    route.fulfill({ body, contentType: 'text/html; charset=utf-8' }),
  )
  await page.goto(siteUrl() + path)
  const first = await partsInSight(page)
  await context.close()
  expect(whole.length).toBeGreaterThan(10)
  expect(first).toEqual(whole)
})
