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
  const found = await violationsOf(page, 'document', rules)
  for (const finding of found) {
    if (finding.id === 'target-size') finding.nodes = await tooSmallInSight(page, finding.nodes)
  }
  const left = found.filter(({ nodes }) => nodes.length > 0)
  return left.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(' | ')}`,
  )
}

function violationsOf(page: Page, context: string, runOnly: string[]): Promise<Finding[]> {
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: false })
  return page.evaluate(`axe.run(${context}, ${options}).then(({ violations }) => violations)`)
}

/** The small targets of these that stay small in the middle of the screen, where no bar at its edge covers them. */
async function tooSmallInSight(page: Page, nodes: Finding['nodes']): Promise<Finding['nodes']> {
  const small: Finding['nodes'] = []
  for (const node of nodes) {
    const context = JSON.stringify({ include: [node.target] })
    await page.evaluate(
      (selector) => document.querySelector(selector)?.scrollIntoView({ block: 'center' }),
      String(node.target[0]),
    )
    if ((await violationsOf(page, context, ['target-size'])).length > 0) small.push(node)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  return small
}

/** How far a page is wider than its screen, in words; nothing when it is not. */
export async function sidewaysFindings(page: Page): Promise<string[]> {
  const px = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return px > 0 ? [`${px} px wider than the screen`] : []
}
