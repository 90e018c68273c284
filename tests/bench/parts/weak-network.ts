import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { startWeakLink } from '../measure/weak-link.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { median, share, whole } from '../statistics.ts'

const kinds = ['home', 'school list', 'search', 'ranked lists', 'news item', 'school', 'school questions']
const budgetMs = 2000
const quality = { bitsPerSecond: 400_000, roundTripMs: 400, loss: 0.03 }

/**
 * When the whole text of a page stands on a phone without scripts, from the moment its document is asked for, the
 * connection's own round trip included.
 */
export async function measureWeakNetwork({ quick }: Settings): Promise<Measured> {
  const loads = quick ? 3 : 15
  const site = await startProcess({ SMS: 'console' })
  const browser = await openBrowser()
  const rows: { kind: string; times: number[] }[] = []
  for (const [kind, address] of (await pageKinds(site.url)).filter(([name]) => kinds.includes(name))) {
    const times: number[] = []
    for (let load = 0; load < loads; load += 1) {
      const link = await startWeakLink(site.url, { ...quality, seed: rows.length * 1000 + load })
      const phone = await openPhone(browser, { javaScriptEnabled: false })
      const page = await phone.newPage()
      await page.goto(link.url + address, { waitUntil: 'domcontentloaded' })
      times.push(await textReadable(page))
      await phone.close()
      await link.stop()
    }
    rows.push({ kind, times })
  }
  await Promise.all([browser.close(), site.stop()])

  const all = rows.flatMap(({ times }) => times)
  const most = share(all, 0.9)
  return {
    lines: [
      {
        budget: 'weakNetwork',
        measured: `median ${whole(median(all))} ms, nine of ten within ${whole(most)} ms, at most ${whole(Math.max(...all))} ms`,
        isMet: most <= budgetMs,
      },
    ],
    tables: [
      {
        title: `400 kbit/s, 400 ms, 3 % loss (a model of TCP in front of the site), scripts off: text readable, ${loads} loads each`,
        head: ['page', 'median ms', 'nine of ten within ms', 'at most ms'],
        rows: rows.map(({ kind, times }) => [
          kind,
          whole(median(times)),
          whole(share(times, 0.9)),
          whole(Math.max(...times)),
        ]),
      },
    ],
    figures: [{ name: 'text readable on a weak network, ms', value: median(all), better: 'less' }],
  }
}

async function textReadable(page: Page): Promise<number> {
  for (let look = 0; look < 1000; look += 1) {
    // Without scripts a page has no timers: the waiting is done here.
    const readable = await page.evaluate(readableMs)
    if (readable !== undefined) return readable
    await wait(20)
  }
  return Number.POSITIVE_INFINITY
}

/** In the page: the later of the first paint of text and the end of the document, from its request on. */
function readableMs(): number | undefined {
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  const [document] = performance.getEntriesByType('navigation')
  if (painted === undefined || !(document instanceof PerformanceNavigationTiming)) return undefined
  return document.responseEnd === 0
    ? undefined
    : Math.max(painted, document.responseEnd) - document.requestStart
}
