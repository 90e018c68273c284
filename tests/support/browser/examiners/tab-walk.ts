import type { Page } from 'playwright'

/** Walks through a page by Tab until it begins anew; resolves to what was wrong on the way. */
export async function tabWalk(page: Page): Promise<string[]> {
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
  return [...found.problems, ...found.missed.map((what) => `Tab never reaches ${what}`)]
}
