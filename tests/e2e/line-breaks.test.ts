import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameWords } from '#app/cards/name-words.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** How lines of facts break on phones: no number is parted from its unit, no character stands alone in a line. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Texts, facts in cards, fact sheets and tables; the days of a calendar are single numbers by nature. */
const facts = [
  'main [id^="school-"] p',
  'main dd',
  'main td:not([class*="past"])',
  'main tbody th',
  '#opendays ~ ul p',
  'main :is(h1, h2, h3)',
  'main :is(p, label, dt)',
  'main summary',
].join(',')

/** Breaks that should not be, as the lines on both sides of each; and lines of one character. */
function badBreaks(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const bad: string[] = []
    for (const element of document.querySelectorAll(selector)) {
      if (element.closest('table[class] caption, figure') !== null || element.getClientRects().length === 0)
        continue
      const { display, lineHeight, webkitLineClamp } = getComputedStyle(element)
      // Part of a longer text, whose lines are another element's; cut after some lines; or one line.
      if (
        display === 'inline' ||
        webkitLineClamp !== 'none' ||
        element.clientHeight < 1.5 * Number.parseFloat(lineHeight)
      )
        continue
      const lines: { top: number; text: string }[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement
        if (parent === null || parent.closest('.vh, button, .tag, .button, svg, small') !== null) continue
        const text = node.textContent ?? ''
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const [box] = range.getClientRects()
          if (box === undefined || box.width === 0) continue
          const last = lines.at(-1)
          const middle = box.top + box.height / 2
          if (last !== undefined && Math.abs(last.top - middle) < 6) last.text += text[at]
          else lines.push({ top: middle, text: text[at] ?? '' })
        }
      }
      const texts = lines.map((line) => line.text.trim()).filter((line) => line !== '')
      if (texts.length < 2) continue
      texts.forEach((line, at) => {
        const before = texts[at - 1] ?? ''
        const parted = /[\d.]$/.test(before) && /^[\d.%万元年月日所人个场张岁]/.test(line)
        const unit = /^(?:\/|元|万|年|月|日)/.test(line) && /[\d/万元]$/.test(before)
        const isLast = at === texts.length - 1
        const characters = isLast ? line.replace(/[\p{P}\s]/gu, '') : line
        if (parted || unit || characters.length === 1) bad.push(`${before} | ${line}`)
      })
    }
    return [...new Set(bad)]
  }, facts)
}

/** Kinds of pages that are read beside those of schools, as `pageKinds` names them. */
const reading = new Set([
  'one ranked list',
  'stages',
  'news',
  'news item',
  'open day',
  'courses',
  'course',
  'planning',
  'planning article',
  'plan for a child',
  'promotions',
  'advisor',
  'about us',
  'contact',
  'cooperation',
  'request that was sent',
  'login',
  'check-in form',
])

/** Bad breaks on pages from 320 to 430 px, by page and width. */
async function badBreaksOn(paths: readonly string[]): Promise<Record<string, string[]>> {
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  const bad: Record<string, string[]> = {}
  for (const [at, path] of paths.entries()) {
    await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' })
    for (const width of sample([320, 360, 390, 430], 2, at)) {
      await page.setViewportSize({ width, height: 844 })
      const found = await badBreaks(page)
      if (found.length > 0) bad[`${path} at ${width} px`] = found
    }
  }
  await context.close()
  return bad
}

async function schoolIds(): Promise<number[]> {
  const response = await fetch(`${siteUrl()}/api/schools?city_code=4403&page_size=4`)
  const body: { data: { items: { id: number }[] } } = await response.json()
  return body.data.items.map(({ id }) => id)
}

const child = 'grade=g5&identity=hmt&near=shekou'

test('on lists, comparisons and schools numbers keep their units and no line has one character', async () => {
  const ids = await schoolIds()
  const paths = [
    '/',
    '/schoollist/shenzhen/',
    '/toplist/shenzhen/',
    '/openday/shenzhen/',
    `/compare/?ids=${ids.slice(0, 2).join(',')}`,
    `/compare/?ids=${ids.slice(0, 3).join(',')}&${child}`,
    ...ids.flatMap((id) => [`/school/${id}/`, `/school/${id}/admissions/`]),
  ]
  expect(await badBreaksOn(paths)).toEqual({})
})

test('neither in texts and forms, for a child, and where nothing is found', async () => {
  const [id = 0] = await schoolIds()
  const parts = ['aboutus', 'teachers', 'graduates', 'news', 'faq', 'correction']
  const paths = [
    '/city/',
    '/404/',
    '/search/?q=zzzz',
    '/search/?q=ib',
    `/schoollist/shenzhen/?${child}`,
    '/schoollist/shenzhen/?stage=primary&curriculum=ib&district=nanshan&fee_max=200000',
    ...parts.map((part) => `/school/${id}/${part}/`),
    `/school/${id}/?${child}`,
    `/order/?schoolId=${id}`,
    `/order/?orderType=consult&schoolId=${id}`,
  ]
  expect(await badBreaksOn(paths)).toEqual({})
})

test('a name that breaks between its words is still one name', async () => {
  const response = await fetch(`${siteUrl()}/api/schools?city_code=4413&page_size=20`)
  const body: { data: { items: { name: string }[] } } = await response.json()
  const names = body.data.items.map(({ name }) => name)
  expect(names.some((name) => nameWords(name) !== undefined)).toBe(true)
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${siteUrl()}/schoollist/huizhou/`)
  for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor()
  await context.close()
})

test('nor on pages that are read', async () => {
  const paths = (await pageKinds(siteUrl())).flatMap(([name, path]) => (reading.has(name) ? path : []))
  expect(await badBreaksOn(paths)).toEqual({})
}, 180_000)
