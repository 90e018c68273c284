import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

type Finding = { id: string; nodes: { target: unknown[] }[] }

/** Which of axe's rules: all, those that colours decide, or those that sizes and places decide. */
export type AxeRules = 'all' | 'colours' | 'sizes'

const runs: Record<AxeRules, { type: 'tag' | 'rule'; values: string[] }> = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  sizes: { type: 'rule', values: ['target-size', 'scrollable-region-focusable', 'meta-viewport'] },
}

let source: Promise<string> | undefined

/** What axe finds on a page as it stands; the page's context must pass by its policy. */
export async function axeFindings(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const options = JSON.stringify({ runOnly: runs[rules], resultTypes: ['violations'], preload: false })
  const found: Finding[] = await page.evaluate(`axe.run(${options}).then(({ violations }) => violations)`)
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(' | ')}`,
  )
}

/** How far a page is wider than its screen, in words; nothing when it is not. */
export async function sidewaysFindings(page: Page): Promise<string[]> {
  const px = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return px > 0 ? [`${px} px wider than the screen`] : []
}
