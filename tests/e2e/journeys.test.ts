import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { journeys } from '#tests/support/journeys/all.ts'
import { befallScripts, brokenStates, type ScriptState } from '#tests/support/journeys/script-states.ts'
import { isProof } from '#tests/support/runner/sample.ts'
import { startWalk } from '#tests/support/journeys/walk.ts'

/** Every journey with scripts on and off, and with script files that do not arrive as they were built. */

let site: ClockedSite
let browser: Browser

beforeTests(async () => {
  site = await startClockedSite()
  browser = await openBrowser()
  return async () => {
    await browser.close()
    await site.stop()
  }
})

/** All states at full size; else with scripts, every fourth journey without, and one for each way to be broken. */
function statesOf(at: number): ScriptState[] {
  if (isProof) return ['on', 'off', ...brokenStates]
  const broken = at % 2 === 0 ? brokenStates[at / 2] : undefined
  return ['on', ...(at % 4 === 1 ? ['off' as const] : []), ...(broken === undefined ? [] : [broken])]
}

/** Whether the files themselves are errors, which every page tells. */
function isLoud(state: ScriptState): boolean {
  return state === 'throwing at start' || state === 'cut at 10 KB'
}

/** Presses the browser's stop once a page's scripts are on their way, which is after its first paint. */
async function stopScripts(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          setTimeout(() => {
            window.stop()
            resolve()
          }, 50),
        )
      }),
  )
}

test.each(journeys.flatMap(([name, journey], at) => statesOf(at).map((state) => ({ name, state, journey }))))(
  '$name, scripts $state',
  async ({ state, journey }) => {
    const files = { asked: 0 }
    const errors: string[] = []
    const walk = await startWalk(browser, {
      site,
      ...(state === 'on' ? { awaitIdle: waitForScripts } : {}),
      // An address that is typed waits for a connection, unless the browser's own stop is pressed before.
      ...(state === 'stalled' ? { beforeOpen: stopScripts } : {}),
      browser: { javaScriptEnabled: state !== 'off' },
      before: (context) => befallScripts({ context, site }, state, files),
    })
    walk.page.on('pageerror', (error) => errors.push(error.message))
    await journey(walk)
    await walk.leave()
    expect(isLoud(state) ? [] : errors).toEqual([])
    expect(files.asked > 0).toBe(state !== 'on' && state !== 'off')
  },
)
