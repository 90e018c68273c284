import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { checkIn } from '#server/db/schema/index.ts'
import { find, next, pairPage, startKillableBrowser } from './kiosk-device.ts'
import type { KioskSite } from './kiosk-site.ts'

/** Between which moments a guest was checked in, in ms. */
type Span = { from: number; to: number }

/**
 * Pairs a browser, cuts the network, checks guests in, kills the browser in the middle, goes on from a cold start without
 * a network, then uploads over a line that loses every fifth answer. Resolves to what the server has after that, each
 * at its own time.
 */
export async function proveQueue(
  site: KioskSite,
  guests: number,
): Promise<{ checkIns: number; guests: number }> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'kiosk-'))
  const spans = new Map<number, Span>()
  const numbers = Array.from({ length: guests }, (_, number) => number)
  const ids = new Map<number, number>()
  for (const number of numbers) {
    const stored = await site.guest({
      name: `来宾${number}`,
      phone: `+86138${String(number).padStart(8, '0')}`,
    })
    ids.set(stored.id, number)
  }

  let browser = await startKillableBrowser(profile)
  try {
    await pairPage(browser.page, site, '入口 1')
    site.fate = () => 'cut'
    const half = Math.floor(guests / 2)
    const checkInAll = async (some: readonly number[]) => {
      for (const number of some) {
        const from = Date.now()
        expect(await find(browser.page, String(number).padStart(4, '0'))).toBe('签到成功')
        spans.set(number, { from, to: Date.now() })
        await next(browser.page)
      }
    }
    await checkInAll(numbers.slice(0, half))
    await browser.kill()

    browser = await startKillableBrowser(profile)
    await browser.page.goto(`${site.url}/parents/`)
    await browser.page.waitForSelector(`header p:text-is("${half} 待上传")`)
    await checkInAll(numbers.slice(half))
    await browser.page.waitForSelector('header:has-text("离线")')

    let answers = 0
    site.fate = (pathname) => {
      if (pathname !== '/api/checkins') return 'answer'
      answers += 1
      return answers % 5 === 1 ? 'lose answer' : 'answer'
    }
    await browser.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await browser.page.waitForSelector('header p:text-is("0 待上传")', { timeout: 120_000 })
    expect(answers).toBeGreaterThan(1)

    const rows = await site.database.db.select().from(checkIn).where(eq(checkIn.eventId, site.event.id))
    for (const { registrationId, at } of rows) {
      const span = spans.get(ids.get(registrationId ?? 0) ?? -1)
      expect(at.getTime()).toBeGreaterThanOrEqual(span?.from ?? Number.NaN)
      expect(at.getTime()).toBeLessThanOrEqual(span?.to ?? Number.NaN)
    }
    return { checkIns: rows.length, guests: new Set(rows.map((row) => row.registrationId)).size }
  } finally {
    await browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
