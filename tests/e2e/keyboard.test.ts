import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPhone } from '#tests/support/browser/browser.ts'
import { openHydrated } from '#tests/support/browser/hydrated.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'
import { eachOnAPhone } from '#tests/support/browser/each-on-a-phone.ts'

/** Whoever has no pointer: Tab reaches all that can be pressed, shows where it is, and leads out again. */

let browser: Browser
let page: Page
// Without smooth scrolling every place is where it will be.
eachOnAPhone((opened) => ({ browser, page } = opened), { reducedMotion: 'reduce' })

/** Walks through a page by Tab until it begins anew; resolves to what was wrong on the way. */
async function walk(name: string): Promise<string[]> {
  const expected = await page.evaluate(() => {
    const reachable = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not([disabled]), input:not([type=hidden]):not([disabled]), select, textarea, summary, [tabindex="0"]',
      ),
    ].filter((element) => element.checkVisibility({ visibilityProperty: true }))
    // Behind a modal dialog the engine itself lets nothing be reached.
    const within = document.querySelector('dialog:modal') ?? document
    const wanted = new Set(
      reachable.filter((element) => within.contains(element) && element.closest('[inert]') === null),
    )
    const state = { wanted: wanted.size, seen: 0, problems: new Set<string>() }
    const reached = new Set<Element>()
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      reached.add(target)
      if (!within.contains(target)) state.problems.add(`${target.localName}: behind the dialog`)
      state.seen = [...wanted].filter((element) => reached.has(element)).length
      const say = (what: string) =>
        state.problems.add(`${target.localName} ${target.innerText.slice(0, 20).trim()}: ${what}`)
      // Around the element, around the card that its link covers, or around the field's form.
      const rings = [getComputedStyle(target), getComputedStyle(target, '::after')]
      const isRinged = rings.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      )
      const form = target.closest('form')
      const isFramed = form !== null && /0px 0px 0px 2px/.test(getComputedStyle(form).boxShadow)
      if (!isRinged && !isFramed) say('no ring')
      setTimeout(() => {
        if (document.activeElement !== target) return
        const { left, right, top, bottom } = target.getBoundingClientRect()
        if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) {
          say('out of sight')
          return
        }
        const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (top + bottom) / 2]
        const above = document.elementFromPoint(x, Math.min(Math.max(y, 1), innerHeight - 1))
        if (above !== null && !target.contains(above) && !above.contains(target)) say('covered')
      })
    })
    Object.assign(window, { walked: state, missed: () => [...wanted].filter((one) => !reached.has(one)) })
    return wanted.size
  })
  for (let times = 0; times < expected + 5; times += 1) await page.keyboard.press('Tab')
  const found = await page.evaluate(() => {
    const state: unknown = Reflect.get(window, 'walked')
    const missed: unknown = Reflect.get(window, 'missed')
    const rest: unknown = typeof missed === 'function' ? Reflect.apply(missed, window, []) : []
    const problems = typeof state === 'object' && state !== null ? Reflect.get(state, 'problems') : []
    return {
      problems: problems instanceof Set ? [...problems].map(String) : [],
      missed: Array.isArray(rest)
        ? rest.map((one: unknown) =>
            one instanceof HTMLElement ? `${one.localName} ${one.innerText.slice(0, 20).trim()}` : '',
          )
        : [],
    }
  })
  return [
    ...found.problems.map((problem) => `${name}: ${problem}`),
    ...found.missed.map((what) => `${name}: Tab never reaches ${what}`),
  ]
}

/** One of each way in which a page is made. */
const walked = [
  'home',
  'city chooser',
  'school list',
  'news item',
  'open days',
  'ranked lists',
  'school',
  'school questions',
  'comparison',
  'request',
  'login',
  'request over a page',
  'unmatched',
]

// Every page in both widths with the proofs, else each in one, in turn.
test.each([
  [390, 844, 0],
  [1280, 900, 1],
])(
  'Tab reaches everything on a screen of %i px, in sight and with a ring, and leads out again',
  async (width, height, first) => {
    await page.setViewportSize({ width, height })
    const wrong: string[] = []
    const kinds = (await pageKinds(siteUrl())).filter(([name]) => walked.includes(name))
    for (const [name, path] of sample(kinds, 2, first)) {
      await openHydrated(page, path)
      // A form that came with the document is made modal by a file of its own.
      if ((await page.locator('dialog').count()) > 0) await page.locator('dialog:modal').waitFor()
      wrong.push(...(await walk(name)))
    }
    expect(wrong).toEqual([])
  },
  180_000,
)

test('the first Tab of a page without scripts focuses a visible skip link', async () => {
  const silent = await openPhone(browser, { javaScriptEnabled: false })
  const plain = await silent.newPage()
  await plain.goto(`${siteUrl()}/schoollist/shenzhen/`)
  await plain.keyboard.press('Tab')
  const skip = plain.getByRole('link', { name: '跳到主要内容' })
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  await plain.keyboard.press('Enter')
  await plain.keyboard.press('Tab')
  const focused = await plain.evaluate(() => {
    const element = document.activeElement
    return {
      inMain: element?.closest('main') !== null,
      ring: element ? getComputedStyle(element).outlineWidth : '',
    }
  })
  expect(focused.inMain).toBe(true)
  expect(Number.parseInt(focused.ring, 10)).toBeGreaterThanOrEqual(2)
  await silent.close()
})
