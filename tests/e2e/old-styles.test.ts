import doiuse from 'doiuse'
import postcss, { AtRule, Declaration, type Node } from 'postcss'
import { expect, test } from 'vitest'
import { builtNames, builtText } from '#tests/support/pages/built-files.ts'

/** Styles for the engines at the floor of the product: whatever one of them lacks stands behind what it has. */

const floor = ['chrome 64', 'ios_saf 12.0-12.1', 'firefox 67']

/** What may be missing: a rule or a declaration that is left out takes nothing from a page but this. */
const harmless = new Map([
  ['prefers-color-scheme', 'the light colours stand'],
  ['prefers-reduced-motion', 'motion is asked for, so nothing moves'],
  ['css-focus-visible', 'a ring is taken away only where the engine knows when'],
  ['css-scroll-behavior', 'jumps are at once'],
  ['css-snappoints', 'a row of pictures stops anywhere'],
  ['css-overscroll-behavior', 'the page behind scrolls on'],
  ['css-line-clamp', 'a text is shown whole'],
  ['css-zoom', 'a printed page takes more sheets'],
  ['css-media-scripting', 'the room of a button that scripts add stays empty'],
  ['css-paged-media', 'a wide comparison is printed upright'],
])

/** Names that the tool takes for those of newer functions and selectors, and a rule that may go as a whole. */
function isMistaken(feature: string, text: string): boolean {
  // Alone in its rule: the page behind a dialog scrolls.
  if (feature === 'css-has') return !text.split('{')[0]?.includes(',')
  if (feature === 'css-math-functions') return !/(?<![\w-])(?:min|max|clamp)\(/.test(text)
  return feature === 'css-not-sel-list' && !/:not\([^()]*,/.test(text)
}

/**
 * Whether the property, or its shorthand, stands before in its rule, or the rule is for engines that know the style. Beside a variable that helps nobody: the engine
 * takes the line, and finds out too late that it cannot.
 */
function hasFallback(usage: Node): boolean {
  if (isConditional(usage)) return true
  if (!(usage instanceof Declaration) || usage.value.includes('var(')) return false
  const { parent, prop } = usage
  const others = parent?.nodes.slice(0, parent.nodes.indexOf(usage)) ?? []
  return others.some((other) => other instanceof Declaration && `${prop}-`.startsWith(`${other.prop}-`))
}

/** Whether a style stands in an `@supports`, which every engine of the floor knows. */
function isConditional({ parent }: Node): boolean {
  if (parent === undefined || !('parent' in parent)) return false
  return (parent instanceof AtRule && parent.name === 'supports') || isConditional(parent)
}

async function withoutFallback(css: string): Promise<string[]> {
  const found: string[] = []
  const look = doiuse({
    browsers: floor,
    onFeatureUsage({ feature, featureData, usage }) {
      const text = usage.toString()
      if (!featureData?.missing || harmless.has(feature)) return
      if (!isMistaken(feature, text) && !hasFallback(usage)) found.push(`${feature}: ${text}`)
    },
  })
  await postcss([look]).process(css, { from: undefined })
  return found
}

test('every style that the oldest supported engine does not know has a fallback', async () => {
  const names = builtNames('.css')
  expect(names.length).toBeGreaterThan(20)
  const found: string[] = []
  for (const name of names) {
    for (const one of await withoutFallback(await builtText(`assets/${name}`))) found.push(`${name}: ${one}`)
  }
  expect(found).toEqual([])
})

test.each([
  ['a{display:flex;gap:1px}', 'gap'],
  ['a{width:max(1px,2vw)}', 'max'],
  ['a{width:1px;width:max(var(--x),2vw)}', 'a variable'],
  ['a:has(b),c{color:red}', 'a list'],
  ['@container (width>1px){a{color:red}}', 'container'],
])('the check itself refuses %s', async (css) => {
  expect(await withoutFallback(css)).toHaveLength(1)
})
