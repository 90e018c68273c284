import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Route } from 'playwright'

/** What may become of the scripts of every page. */
export type ScriptState = 'on' | 'off' | BrokenState
type BrokenState = 'missing' | 'cut at 10 KB' | 'throwing at start' | 'stalled' | 'blocked'

/** In bytes. */
const cutAt = 10 * 1024
/** How long an answer stays away: longer than any journey. */
const stalledMs = 60_000

const befall: Record<BrokenState, (route: Route) => Promise<void>> = {
  missing: (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not Found' }),
  async 'cut at 10 KB'(route) {
    const response = await route.fetch()
    const body = (await response.body()).subarray(0, cutAt)
    const { 'content-encoding': _coding, 'content-length': _length, ...headers } = response.headers()
    await route.fulfill({ status: 200, headers, body })
  },
  'throwing at start': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken at its start")' }),
  async stalled(route) {
    await pause(stalledMs, undefined, { ref: false })
    await route.continue()
  },
  blocked: (route) => route.abort('blockedbyclient'),
}

/** The states in which script files do not arrive as they were built. */
export const brokenStates: readonly BrokenState[] = [
  'missing',
  'cut at 10 KB',
  'throwing at start',
  'stalled',
  'blocked',
]

/** Lets the state befall every script file that the pages of a context ask for; `files` counts them. */
export async function befallScripts(
  context: BrowserContext,
  state: ScriptState,
  files: { asked: number },
): Promise<void> {
  if (state === 'on' || state === 'off') return
  await context.route(/\.js(?:\?|$)/, (route) => {
    files.asked += 1
    // A page that was left wants no answer any more.
    return befall[state](route).catch(() => undefined)
  })
}
