import type { Browser, BrowserContext } from 'playwright'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { controls } from '#tests/support/browser/first-touch/controls.ts'
import {
  openUntouched,
  type Connection,
  type Moment,
} from '#tests/support/browser/first-touch/touched-phone.ts'
import { isProof, sample } from '#tests/support/runner/sample.ts'
import { tokenOn } from '#tests/support/accounts/site-login.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

/**
 * The first touch of a page that was just opened, before its scripts are there, while they come, and after: it does what
 * the control is for, once, and a page that has its scripts is not loaded again for it.
 */

const connections: readonly Connection[] = [
  { name: 'no limit', delayMs: 0 },
  { name: '9 Mbit, 60 ms', bitsPerSecond: 9e6, delayMs: 60 },
  { name: '1.6 Mbit, 150 ms', bitsPerSecond: 1.6e6, delayMs: 150 },
  { name: '400 kbit, 400 ms', bitsPerSecond: 4e5, delayMs: 400 },
]
const moments: readonly Moment[] = [200, 600, 1200, 'at rest']
/** How long the finger stays, in ms. */
const touchLengths = [60, 120]

type Circumstances = { connection: Connection; moment: Moment; touchMs: number }

const circumstances: Circumstances[] = connections.flatMap((connection) =>
  moments.flatMap((moment) => touchLengths.map((touchMs) => ({ connection, moment, touchMs }))),
)

/** All of them at full size; else one for every control, in turn from all over them. */
function circumstancesOf(at: number): Circumstances[] {
  return isProof ? circumstances : sample(circumstances, circumstances.length, 7 * at)
}

/** All controls at full size; else one that is on both kinds of page on one of them, in turn. */
const tried = isProof
  ? controls
  : [...new Set(controls.map(({ name }) => name))].flatMap((name, at) => {
      const same = controls.filter((control) => control.name === name)
      return same[at % same.length] ?? []
    })

const matrix = tried.flatMap((control, at) =>
  circumstancesOf(at).map(({ connection, moment, touchMs }) => {
    const when = moment === 'at rest' ? moment : `after ${moment} ms`
    const name = `${control.name} on a ${control.page}, ${connection.name}, ${when}, for ${touchMs} ms`
    return [name, { control, connection, moment, touchMs }] as const
  }),
)

let site: SiteProcess
let browser: Browser
let school: { id: number; name: string }
let phones = 0

beforeTests(async () => {
  site = await startProcess({ SMS: 'console', TRUST_PROXY: 'loopback' })
  browser = await openBrowser()
  school = await firstOfList()
  return async () => {
    await browser.close()
    await site.stop()
  }
})

/** The school at the top of the list of Shenzhen. */
async function firstOfList() {
  const answer = await fetch(`${site.url}/api/schools?city_code=4403&page_size=1`)
  const list = z.object({
    data: z.object({ items: z.array(z.object({ id: z.number(), name: z.string() })) }),
  })
  const [first] = list.parse(await answer.json()).data.items
  if (first === undefined) throw new Error('the sample has schools in every city')
  return first
}

async function logIn(context: BrowserContext, number: number, client: string): Promise<string> {
  const token = await tokenOn(site, `1370000${String(number).padStart(4, '0')}`, client)
  const { url } = site
  await context.addCookies([
    { name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'visitor', value: '1', url, sameSite: 'Lax' },
  ])
  return token
}

/** Headless engines have no sheet to share by. */
function shareByNote(): void {
  Object.assign(navigator, {
    share: () => {
      const { dataset } = document.documentElement
      dataset['shared'] =
        `${dataset['shared'] ?? ''} ${navigator.userActivation.isActive ? 'active' : 'late'}`
      return Promise.resolve()
    },
  })
}

describe.concurrent('the first touch', () => {
  test.each(matrix)('%s', async (_name, { control, connection, moment, touchMs }) => {
    phones += 1
    const number = phones
    const client = `10.${20 + (number >> 8)}.${number & 255}.1`
    let token = ''
    const phone = await openUntouched(browser, {
      address: site.url + (control.page === 'list' ? '/schoollist/shenzhen/' : `/school/${school.id}/`),
      connection,
      moment,
      client,
      async before(context) {
        await context.addInitScript(shareByNote)
        if (control.isLoggedIn === true) token = await logIn(context, number, client)
      },
    })
    try {
      const place = await phone.tap(control.find(phone.page), touchMs)
      await control.check({ phone, site, school, touchMs, place, token })
      await phone.awaitIdle()
      const { clicks, documents, posts, errors, page } = phone
      const [first] = clicks
      if (first === undefined) throw new Error('the tap became no click')
      expect(errors).toEqual([])
      expect(posts.map((path) => path.replace(/\.data$|\/$/, ''))).toEqual(control.post ? [control.post] : [])
      expect(first.isHydrated || moment !== 'at rest').toBe(true)
      expect(documents.length).toBeLessThanOrEqual(control.needsDocument && !first.isHydrated ? 1 : 0)
      const steps = (await page.evaluate(() => history.length)) - first.steps
      expect(steps).toBe(control.leadsOn || documents.length > 0 ? 1 : 0)
    } finally {
      await phone.context.close()
    }
  })
})
