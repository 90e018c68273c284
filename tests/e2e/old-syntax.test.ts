import { parse, type Options, type Token } from 'acorn'
import { expect, test } from 'vitest'
import { builtNames, builtText } from '#tests/support/pages/built-files.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** Chrome 64 and Safari 12 read every script to its end: one sign that they do not know, and none of it runs. */

/** What both know, and what came to the standard later than the rest of it: dynamic import and import.meta. */
function parseForFloor(text: string, how: Pick<Options, 'sourceType'>): void {
  const onToken = ({ type, start, end }: Token) => {
    const pattern = type.label === 'regexp' ? text.slice(start, end) : ''
    // Of the regular expressions of 2018 Safari learnt this one in version 16.4.
    if (/\(\?<[=!]/.test(pattern)) throw new SyntaxError(`lookbehind in ${pattern}`)
  }
  parse(text, { ...how, ecmaVersion: 'latest', onToken })
  const known = text.replaceAll(/\bimport(?=\()|\bimport\.meta\b/g, (found) => '$'.repeat(found.length))
  parse(known, { ...how, ecmaVersion: 2018 })
}

function complaint(name: string, work: () => void): string[] {
  try {
    work()
    return []
  } catch (error) {
    return [`${name}: ${String(error)}`]
  }
}

test('every script of the browser build has the syntax of the oldest supported engines', async () => {
  const names = builtNames('.js')
  expect(names.length).toBeGreaterThan(50)
  const files = [...names.map((name) => `assets/${name}`), 'kiosk-worker.js']
  const found: string[] = []
  for (const file of files) {
    const text = await builtText(file)
    found.push(...complaint(file, () => parseForFloor(text, { sourceType: 'module' })))
  }
  expect(found).toEqual([])
})

const script = /<script([^>]*)>([^]*?)<\/script>/g

test('so has every inline script, and no document has a script file that an engine without modules would load', async () => {
  const found: string[] = []
  let read = 0
  for (const [name, path] of await pageKinds(siteUrl())) {
    const answer = await fetch(siteUrl() + path, { headers: { 'user-agent': phoneAgent } })
    for (const [, attributes = '', text = ''] of (await answer.text()).matchAll(script)) {
      const isModule = attributes.includes('type="module"')
      if (attributes.includes('src=') && !isModule) found.push(`${name}: ${attributes}`)
      if (text === '' || attributes.includes('json"')) continue
      read += 1
      const sourceType = isModule ? 'module' : 'script'
      found.push(...complaint(name, () => parseForFloor(text, { sourceType })))
    }
  }
  expect(read).toBeGreaterThan(50)
  expect(found).toEqual([])
})

test.each([
  ['a?.b', '?.'],
  ['a ??= 1', '??='],
  ['try {} catch {}', 'catch'],
  ['class A { #b = 1 }', '#b'],
  ['/(?<=a)b/.test("")', 'lookbehind'],
  ['await import("./a.js")', 'await'],
])('the check itself refuses %s', (text) => {
  expect(complaint('', () => parseForFloor(text, { sourceType: 'module' }))).toHaveLength(1)
})
