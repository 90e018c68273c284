import type { Page } from 'playwright'
import { sidewaysFindings } from '../axe.ts'

/** Spacing of text that a reader may set. */
const readerSpacing =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}'

/** Spacings of texts: the usual one, and a reader's. */
export const spacings = ['', readerSpacing] as const

/**
 * Texts that are cut off at 1280 px with 200 % zoom in a spacing, and how far the page is wider than its screen then. The
 * page has that size afterwards.
 */
export async function cutTexts(page: Page, spacing: (typeof spacings)[number]): Promise<string[]> {
  await page.setViewportSize({ width: 640, height: 450 })
  // Unlike an element with styles it is allowed by the page's policy.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, spacing)
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, position, display, textOverflow, webkitLineClamp } =
          getComputedStyle(element)
        // A beginning of a text that stands whole behind its link.
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
        if (position === 'absolute' || display === 'inline' || element.clientWidth < 2) return false
        const wide = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
        const high = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1
        return (wide || high) && element.innerText.trim() !== ''
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.innerText.slice(0, 20)}`),
  )
  const found = [...texts, ...(await sidewaysFindings(page))]
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
  return found.map((finding) => `200 %${spacing === '' ? '' : ', spaced'}: ${finding}`)
}
