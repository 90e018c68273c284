import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownHtml } from '#server/services/content/texts/shown-html.ts'
import { storedText } from '#server/services/content/texts/stored-text.ts'
import { UnreadableText } from '#server/services/content/texts/unreadable-text.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { hostileHtml, markerHost } from '#tests/support/content/hostile-texts.ts'

/** Cleaned texts of one page. */
const together = 8
const forbidden = /<(?:script|style|svg|math|iframe|form|input|template)\b|\s(?:on\w+|style|id|name)=/i

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** What a page without any policy makes of a text: everything that ran, or asked another site. */
async function runsIn(documents: readonly string[]): Promise<string[]> {
  const page = await browser.newPage()
  const found: string[] = []
  let at = ''
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${at}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().includes(markerHost)) found.push(`asks: ${at}`)
  })
  for (const text of documents) {
    at = text
    await page.setContent(text, { waitUntil: 'domcontentloaded' })
    const hit = await page.evaluate(async () => {
      for (const link of document.querySelectorAll('a')) {
        if (/^(?:javascript|data|vbscript):/.test(link.protocol)) link.click()
      }
      for (const element of document.querySelectorAll<HTMLElement>('*')) element.focus()
      await new Promise((resolve) => setTimeout(resolve, 10))
      return 'hit' in window
    })
    if (hit) found.push(`runs: ${at}`)
  }
  await page.close()
  return found
}

test('the hostile HTML runs in a page without sanitising', async () => {
  const found = await runsIn(hostileHtml.slice(0, 24))
  expect(found.length).toBeGreaterThan(12)
})

/** The text as it is stored; nothing of one whose elements are nested too deeply, which an import refuses. */
function storedOrRefused(text: string): string {
  try {
    return storedText(text)
  } catch (error) {
    if (error instanceof UnreadableText) return ''
    throw error
  }
}

test.each([
  ['cleaned when stored and when shown', (text: string) => shownHtml(storedOrRefused(text))],
  [
    'cleaned only when shown, whatever way it came into the database',
    (text: string) => shownHtml(`<p>${text}`),
  ],
])('no hostile HTML runs once it is %s', async (_way, clean) => {
  const shown = hostileHtml.flatMap((text) => [text, `<table><tr><td>${text}`]).map(clean)
  const documents = Array.from({ length: Math.ceil(shown.length / together) }, (_, at) => {
    const divisions = shown.slice(at * together, (at + 1) * together).map((html) => `<div>${html}</div>`)
    return `<!doctype html><body>${divisions.join('\n')}`
  })
  expect(await runsIn(documents)).toEqual([])
  expect(shown.filter((html) => forbidden.test(tagsOf(html)))).toEqual([])
})

test('sanitising is idempotent', () => {
  for (const text of hostileHtml) {
    const stored = storedOrRefused(text)
    expect(storedOrRefused(stored)).toBe(stored)
  }
})

/** The tags of a text without the values in them and the words between. */
function tagsOf(html: string): string {
  return [...html.matchAll(/<[^>"]*(?:"[^"]*"[^>"]*)*>/g)]
    .map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'))
    .join('')
}
