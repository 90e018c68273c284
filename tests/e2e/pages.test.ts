import type { Browser, BrowserContext, Page, Response } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sidewaysFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { cutTexts, spacings } from '#tests/support/browser/examiners/cut-texts.ts'
import { scrollThrough, shiftOf, watchShifts } from '#tests/support/browser/examiners/layout-shifts.ts'
import { badBreaks } from '#tests/support/browser/examiners/line-breaks.ts'
import { largeTextFindings } from '#tests/support/browser/examiners/large-texts.ts'
import { lookFindings } from '#tests/support/browser/examiners/looks.ts'
import { differenceOf, factsOf } from '#tests/support/browser/examiners/page-facts.ts'
import { tabWalk } from '#tests/support/browser/examiners/tab-walk.ts'
import { waitForScripts, watchRequests } from '#tests/support/browser/hydrated.ts'
import { watchFaults, type PageFaults } from '#tests/support/browser/page-faults.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { whatPagesShow } from '#tests/support/pages/what-pages-show.ts'
import { isProof, sample } from '#tests/support/runner/sample.ts'
import { shiftClock } from '#tests/support/site/run-clock.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'
import { createGate } from '#tests/support/site/slow-site.ts'

/**
 * Every kind of page, opened once with scripts, and everything that is asked of all of them. A failure names the page
 * and, in what is found, the examiner.
 */

/** Widths of phones on which lines are read: all in a proof, else two, in turn. */
const phones = [320, 360, 390, 430] as const

/** Kinds that are walked through by Tab: one of each way in which a page is made. */
const walked = new Set([
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
])

/** Check-in pages bring no scripts of the site. */
const unscripted = /^\/(?:parents|exhibitors|signdetail)\//
/** Pages that are always documents of their own. */
const ownDocument = /^\/(?:login|order|parents|exhibitors|signdetail|no)\/|modal=/

const kinds = (await pageKinds(siteUrl())).map(([name, path], at) => ({ name, path, at }))
/** What hydrates on a phone whose clock is a year ahead: every kind in a proof, else every fifth, and not on the other. */
const ahead = sample(kinds, 5)
const clocks = [
  { clock: 'in time', days: 0, opened: isProof ? kinds : kinds.filter((kind) => !ahead.includes(kind)) },
  { clock: 'a year ahead', days: 366, opened: ahead },
]
/** What is opened inside a document as well. */
const inside = new Set(
  sample(
    clocks.flatMap(({ days, opened }) =>
      days === 0 ? opened.filter(({ path }) => !ownDocument.test(path)) : [],
    ),
    7,
  ),
)

describe.each(clocks)('on a phone whose clock is $clock', ({ days, opened }) => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  /** A tab that goes on inside its first document. */
  let further: Page
  let faults: PageFaults
  /** Holds the pictures of the page that is opened. */
  let pictures = createGate()

  beforeAll(async () => {
    browser = await openBrowser()
    context = await openPhone(browser)
    if (days > 0) await context.addInitScript(shiftClock, days * 86_400_000)
    await watchShifts(context)
    page = await context.newPage()
    faults = watchFaults(page, siteUrl())
    await page.route('**/media/**', async (route) => {
      await pictures.passed
      await route.continue()
    })
    further = await context.newPage()
    await further.goto(`${siteUrl()}/city/`)
    await waitForScripts(further)
  })
  afterAll(() => browser.close())

  /** Opens a page whose pictures come after its first paint, and waits for what its scripts add. */
  async function open({ name, path }: (typeof kinds)[number]): Promise<Response | null> {
    await context.clearCookies()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    pictures = createGate()
    const answer = await page.goto(siteUrl() + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    pictures.open()
    await page.waitForLoadState('load')
    if (!unscripted.test(path)) await waitForScripts(page)
    const [, , added] = whatPagesShow[name] ?? []
    if (added !== undefined) await page.getByText(added).waitFor()
    return answer
  }

  /** What a page shows, and whether its title is still the one that it came with. */
  async function contentFindings(name: string, answer: Response | null): Promise<string[]> {
    const [heading, items] = whatPagesShow[name] ?? ['in whatPagesShow', 'main']
    const headings = await page.locator('h1').allInnerTexts()
    const html = (await answer?.text()) ?? ''
    return [
      ...(headings.length === 1 && headings[0]?.includes(heading) === true
        ? []
        : [`headings ${headings.join()}`]),
      ...((await page.locator(items).count()) > 0 ? [] : [`no ${items}`]),
      ...(html.includes(`<title>${await page.title()}</title>`) ? [] : [`title ${await page.title()}`]),
    ]
  }

  /** How the page differs when a link of another document opens it inside that one. */
  async function insideFindings(path: string): Promise<string[]> {
    // Scripts add some of their buttons at the first sign of use.
    for (const tab of [page, further]) await tab.keyboard.press('Shift')
    const { documents } = watchRequests(further)
    const title = await page.title()
    await further.evaluate((href) => {
      const link = window.document.createElement('a')
      link.href = href
      window.document.body.append(link)
      link.click()
    }, path)
    await further.waitForFunction((expected) => window.document.title === expected, title)
    const difference = async () => differenceOf(await factsOf(further), await factsOf(page))
    const isAlike = async () => (await difference()).length === 0
    await vi.waitUntil(isAlike, { timeout: 10_000 }).catch(() => undefined)
    return [...(await difference()), ...documents.map((address) => `loads ${address}`)]
  }

  async function widthFindings(at: number): Promise<string[]> {
    const found: string[] = []
    for (const width of [...sample(phones, 2, at), 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const findings = [...(width < 900 ? await badBreaks(page) : []), ...(await sidewaysFindings(page))]
      found.push(...findings.map((finding) => `${width} px: ${finding}`))
    }
    return found
  }

  async function zoomFindings(at: number): Promise<string[]> {
    const found: string[] = []
    for (const spacing of sample(spacings, spacings.length, at))
      found.push(...(await cutTexts(page, spacing)))
    return found
  }

  async function tabFindings(at: number): Promise<string[]> {
    // Without smooth scrolling every place is where it will be.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: string[] = []
    for (const width of sample([390, 1280], 2, at)) {
      await page.setViewportSize({ width, height: 844 })
      // A form that came with the document is made modal by a file of its own.
      if ((await page.locator('dialog').count()) > 0) await page.locator('dialog:modal').waitFor()
      found.push(...(await tabWalk(page)).map((finding) => `${width} px: ${finding}`))
    }
    return found
  }

  test.each(opened.map((kind) => [kind.name, kind] as const))(
    '%s',
    async (name, kind) => {
      const { path, at } = kind
      faults.at(name)
      const answer = await open(kind)
      const content = await contentFindings(name, answer)
      await scrollThrough(page)
      const shift = await shiftOf(page)
      const found: Record<string, string[]> = {
        content,
        shifts: shift < 0.01 ? [] : [`moved by ${shift}`],
        inside: inside.has(kind) ? await insideFindings(path) : [],
        widths: await widthFindings(at),
        axe: await lookFindings(page, at),
        zoom: await zoomFindings(at),
        tab: walked.has(name) ? await tabFindings(at) : [],
        faults: faults.found.splice(0),
        large: await largeTextFindings(page),
      }
      expect(Object.fromEntries(Object.entries(found).filter(([, findings]) => findings.length > 0))).toEqual(
        {},
      )
    },
    isProof ? 600_000 : 60_000,
  )
})
