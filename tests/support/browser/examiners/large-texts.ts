import type { Page } from 'playwright'
import { sidewaysFindings } from '../axe.ts'

/**
 * What is cut, covered or off the screen where a reader's text is twice as large: by the browser's own font size at 390 px,
 * and by a phone's text size, which enlarges texts alone, at 320 px. Changes the page: the last examiner.
 */
export async function largeTextFindings(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 })
  // Unlike an element with styles it is allowed by the page's policy.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html{font-size:32px!important}')
    document.adoptedStyleSheets = [sheet]
  })
  const byFontSize = [...(await hiddenTexts(page)), ...(await sidewaysFindings(page))]
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
    const sizes = [...document.querySelectorAll<HTMLElement>('body *')].map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      return { element, size: parseFloat(fontSize), line: parseFloat(lineHeight) }
    })
    for (const { element, size, line } of sizes) {
      element.style?.setProperty('font-size', `${size * 2}px`)
      if (!Number.isNaN(line)) element.style?.setProperty('line-height', `${line * 2}px`)
    }
  })
  const byTextSize = [...(await hiddenTexts(page)), ...(await sidewaysFindings(page))]
  return [
    ...byFontSize.map((finding) => `font of 32 px: ${finding}`),
    ...byTextSize.map((finding) => `text of 200 %: ${finding}`),
  ]
}

/** Texts that leave the screen where nothing scrolls to them, or whose lines are cut through. */
async function hiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement
      if (parent === null || node.textContent?.trim() === '') continue
      if (parent.closest('.vh, svg, noscript, script, style, [hidden], [aria-hidden="true"]') !== null)
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter((line) => line.width > 1 && line.height > 1)
      let around: Element | null = parent
      let isOff = lines.some((line) => line.right > width + 1 || line.left < -1)
      let isCutThrough = false
      let isHidden = false
      while (around !== null && around !== document.body) {
        const { clip, overflowX, overflowY, position, textOverflow, visibility, webkitLineClamp } =
          getComputedStyle(around)
        const box = around.getBoundingClientRect()
        // Out of sight until it has the focus, or a beginning of a text that stands whole behind its link.
        if (clip !== 'auto' || visibility === 'hidden' || textOverflow === 'ellipsis') isHidden = true
        if ((position === 'absolute' || position === 'fixed') && box.right < 0) isHidden = true
        if (webkitLineClamp !== 'none') isHidden = true
        if (overflowX !== 'visible') isOff = false
        if (overflowY === 'hidden' && box.height > 2)
          isCutThrough ||= lines.some((line) => line.top < box.bottom - 3 && line.bottom > box.bottom + 3)
        around = around.parentElement
      }
      if (isHidden) continue
      const text = (node.textContent ?? '').trim().slice(0, 20)
      if (isOff) found.push(`off the screen: ${text}`)
      if (isCutThrough) found.push(`cut: ${text}`)
    }
    return [...new Set(found)].slice(0, 10)
  })
}
