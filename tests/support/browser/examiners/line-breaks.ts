import type { Page } from 'playwright'

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

/** Where a number is parted from its unit, as the lines on both sides of the break, and lines of one character. */
export function badBreaks(page: Page): Promise<string[]> {
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
        const characters = isLast ? line.replace(/(?!\*)[\p{P}\s]/gu, '') : line
        if (parted || unit || characters.length === 1) bad.push(`${before} | ${line}`)
      })
    }
    return [...new Set(bad)]
  }, facts)
}
