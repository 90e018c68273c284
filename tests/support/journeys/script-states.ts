import type { BrowserContext, Route } from 'playwright'
import type { ServedBuild } from '../site/serve-build.ts'

/** What may become of the scripts of every page. */
export type ScriptState = 'on' | 'off' | BrokenState
type BrokenState = 'missing' | 'cut at 10 KB' | 'throwing at start' | 'stalled' | 'blocked'

/** In bytes. */
const cutAt = 10 * 1024

const befall: Record<Exclude<BrokenState, 'stalled'>, (route: Route) => Promise<void>> = {
  missing: (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not Found' }),
  async 'cut at 10 KB'(route) {
    const response = await route.fetch()
    const body = (await response.body()).subarray(0, cutAt)
    const { 'content-encoding': _coding, 'content-length': _length, ...headers } = response.headers()
    await route.fulfill({ status: 200, headers, body })
  },
  'throwing at start': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken at its start")' }),
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

const script = /\.js(?:\?|$)/

type Place = { context: BrowserContext; site: ServedBuild }

/**
 * Lets the state befall every script file that the pages of a context ask for; `files` counts them. Stalled ones are
 * never answered by the site, and keep their connections.
 */
export async function befallScripts(
  { context, site }: Place,
  state: ScriptState,
  files: { asked: number },
): Promise<void> {
  site.answers = () => true
  if (state === 'on' || state === 'off') return
  if (state === 'stalled') {
    site.answers = (pathname) => {
      if (script.test(pathname)) files.asked += 1
      return !script.test(pathname)
    }
    return
  }
  await context.route(script, (route) => {
    files.asked += 1
    // A page that was left wants no answer any more.
    return befall[state](route).catch(() => undefined)
  })
}
