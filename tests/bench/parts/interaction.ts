import type { Browser, BrowserContext, Page } from 'playwright'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { median } from '../statistics.ts'

/** A phone of the middle: four times slower than this machine. */
const slowdown = 4
/** So long a page is left to itself after its load, and after the first touch, in ms. */
const quietMs = 2000

declare global {
  interface Window {
    /** What the page's observers saw, in ms; shifts without a unit. */
    seen: { durations: number[]; tasks: { start: number; ms: number }[]; shift: number; loaded: number }
  }
}

/** A press, and what shows that it was answered. */
type Interaction = {
  name: string
  act: (page: Page) => Promise<void>
  done: (page: Page) => Promise<unknown>
}

const addCompare: Interaction = {
  name: 'press 对比',
  act: (page) => page.locator('main button[name=id]').nth(1).click(),
  done: (page) => page.locator('.toast').waitFor(),
}
const follow = (name: string, selector: string, address: RegExp): Interaction => ({
  name,
  act: (page) => page.locator(selector).first().click(),
  done: (page) => page.waitForURL(address),
})

const listInteractions: Interaction[] = [
  {
    name: 'open the filter sheet',
    act: (page) => page.locator('summary', { hasText: '筛选' }).click(),
    done: (page) => page.getByRole('dialog', { name: '筛选' }).waitFor(),
  },
  addCompare,
  {
    name: 'type two signs of a search',
    act: (page) => page.locator('#site-search').pressSequentially('深圳'),
    done: (page) => page.locator('[role=listbox] [role=option]').first().waitFor(),
  },
  follow('follow a card', 'main h2 a', /\/school\/\d+\/$/),
]

const schoolInteractions: Interaction[] = [
  addCompare,
  {
    name: 'open 咨询',
    act: (page) => page.locator('nav a[href*="consult"]:visible').click(),
    done: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'show the phone',
    act: (page) => page.locator('details:visible summary').first().click(),
    done: (page) => page.locator('details[open] a[href^="tel:"]').first().waitFor(),
  },
  follow('follow a tab', 'nav[aria-label="学校栏目"] a[href$="/admissions/"]', /\/admissions\/$/),
]

const interactions: [kind: string, presses: Interaction[]][] = [
  ['school list', listInteractions],
  ['school', schoolInteractions],
]

/**
 * On a processor that is four times slower: how long the longest frame after each press takes (interaction to next paint),
 * which long tasks follow the load, and how much the page moves.
 */
export async function measureInteraction({ quick }: Settings): Promise<Measured> {
  const site = await startProcess({ SMS: 'console' })
  const browser = await openBrowser()
  try {
    const kinds = new Map(await pageKinds(site.url))
    const addressOf = (kind: string) => site.url + (kinds.get(kind) ?? '/')
    const rounds = quick ? 1 : 5
    const answers: Answer[] = []
    for (const [kind, all] of interactions) {
      for (const act of all)
        answers.push({
          kind,
          name: act.name,
          ms: await timesOf(browser, addressOf(kind), act, rounds),
        })
    }
    const rests: Rest[] = []
    for (const kind of ['home', 'school list', 'school', 'news']) {
      const looks: Look[] = []
      for (let round = 0; round < rounds; round += 1) looks.push(await lookAt(browser, addressOf(kind)))
      rests.push({ kind, looks })
    }
    return report(answers, rests)
  } finally {
    await browser.close()
    await site.stop()
  }
}

type Answer = { kind: string; name: string; ms: number[] }
/** The longest task before the load, those of more than 50 ms after it, in ms; how far the page moved. */
type Look = { before: number; after: number[]; shift: number }
type Rest = { kind: string; looks: Look[] }

const longestOf = ({ looks }: Rest) => looks.map(({ after }) => Math.max(0, ...after))

function report(answers: readonly Answer[], rests: readonly Rest[]): Measured {
  const slowest = Math.max(...answers.map(({ ms }) => median(ms)))
  const long = rests.filter((rest) => rest.kind.startsWith('school') && median(longestOf(rest)) > 0)
  const shift = Math.max(...rests.flatMap(({ looks }) => looks.map((look) => look.shift)))
  return {
    lines: [
      {
        budget: 'interaction',
        measured: `${slowest} ms; long tasks on ${long.length} of the two pages`,
        isMet: slowest < 200 && long.length === 0,
      },
      { budget: 'shift', measured: shift.toFixed(3), isMet: shift < 0.01 },
    ],
    tables: [
      {
        title: `Presses on a phone ${slowdown} times slower than this machine: ms to the next paint`,
        head: ['page', 'press', 'median', 'worst'],
        rows: answers.map(({ kind, name, ms }) => [kind, name, median(ms), Math.max(...ms)]),
      },
      {
        title: 'The same phone at rest: long tasks in ms, layout shift',
        head: ['page', 'longest before load, median', 'over 50 ms after it, look by look', 'shift'],
        rows: rests.map(({ kind, looks }) => [
          kind,
          median(looks.map(({ before }) => before)),
          looks.map(({ after }) => after.join(', ') || 'none').join('; '),
          Math.max(...looks.map((look) => look.shift)).toFixed(3),
        ]),
      },
    ],
    figures: [],
  }
}

type Slow = { context: BrowserContext; page: Page }

/** A page at rest, looked at by nobody: the browser's driver brings a script of its own with its first question. */
async function openSlow(browser: Browser, address: string): Promise<Slow> {
  const context = await openPhone(browser, { hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const devices = await context.newCDPSession(page)
  await devices.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // No function in it has a name: the loader of this file would mark it with what the page does not know.
  await page.addInitScript(() => {
    window.seen = { durations: [], tasks: [], shift: 0, loaded: Number.POSITIVE_INFINITY }
    addEventListener('load', () => {
      window.seen.loaded = performance.now()
    })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { entryType, startTime, duration } = entry
        if (entryType === 'longtask') window.seen.tasks.push({ start: startTime, ms: duration })
        else if (entryType === 'event') {
          if (Number(Reflect.get(entry, 'interactionId')) > 0) window.seen.durations.push(duration)
        } else if (Reflect.get(entry, 'hadRecentInput') !== true) {
          window.seen.shift += Number(Reflect.get(entry, 'value'))
        }
      }
    })
    observer.observe({ type: 'longtask', buffered: true })
    observer.observe({ type: 'layout-shift', buffered: true })
    const threshold = { type: 'event', buffered: true, durationThreshold: 16 }
    observer.observe(threshold)
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(quietMs)
  await page.mouse.move(200, 300)
  await page.waitForTimeout(quietMs)
  return { context, page }
}

async function timesOf(browser: Browser, address: string, { act, done }: Interaction, rounds: number) {
  const worst: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { context, page } = await openSlow(browser, address)
    await act(page)
    await done(page)
    await page.waitForTimeout(1000)
    // Frames quicker than 16 ms are not told of.
    worst.push(await page.evaluate(() => Math.max(16, ...window.seen.durations)))
    await context.close()
  }
  return worst
}

async function lookAt(browser: Browser, address: string): Promise<Look> {
  const { context, page } = await openSlow(browser, address)
  const { isReady, tasks, loaded, shift } = await page.evaluate(() => ({
    ...window.seen,
    isReady: document.querySelector('[data-announcer]') !== null,
  }))
  if (!isReady) throw new Error(`the scripts of ${address} were not there in time`)
  const before = Math.max(0, ...tasks.filter(({ start }) => start < loaded).map(({ ms }) => ms))
  const after = tasks.filter(({ start }) => start >= loaded).map(({ ms }) => Math.round(ms))
  await context.close()
  return { before: Math.round(before), after, shift }
}
