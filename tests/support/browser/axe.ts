import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

type Finding = { id: string; nodes: { target: unknown[] }[] }

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

let source: Promise<string> | undefined

/** What axe finds on a page as it stands. */
export async function axeFindings(page: Page): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], preload: false })
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
