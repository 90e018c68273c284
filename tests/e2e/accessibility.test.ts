import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser.ts'
import { pageKinds } from '#tests/support/page-kinds.ts'
import { siteUrl } from '#tests/support/site-url.ts'

type Finding = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }

const runAxe = `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations }) => violations)`

let browser: Browser
let axe = ''
let pages: [name: string, path: string][] = []

beforeAll(async () => {
  browser = await openBrowser()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  pages = await pageKinds(siteUrl())
})
afterAll(() => browser.close())

const settings: [string, BrowserContextOptions][] = [
  ['390 px', { viewport: { width: 390, height: 844 } }],
  ['1280 px', { viewport: { width: 1280, height: 900 } }],
  ['390 px, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
]

test.each(settings)(
  'axe finds nothing at %s, and nothing scrolls sideways',
  async (_name, options) => {
    const context = await openPhone(browser, { ...options, bypassCSP: true })
    const page = await context.newPage()
    const found: string[] = []
    for (const [name, path] of pages) {
      await page.goto(siteUrl() + path, { waitUntil: 'load' })
      await page.evaluate(axe)
      const violations: Finding[] = await page.evaluate(runAxe)
      for (const { id, nodes } of violations)
        found.push(
          `${name}: ${id}: ${nodes
            .map((node) => node.target.join(' '))
            .slice(0, 3)
            .join(' | ')}`,
        )
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (overflow > 0) found.push(`${name}: ${overflow} px wider than the screen`)
    }
    expect(found).toEqual([])
    await context.close()
  },
  300_000,
)

test('nothing scrolls sideways at 320 px', async () => {
  const context = await openPhone(browser, {
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  const wide: string[] = []
  for (const [name, path] of pages) {
    await page.goto(siteUrl() + path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) wide.push(`${name}: ${overflow} px`)
  }
  expect(wide).toEqual([])
  await context.close()
}, 120_000)
