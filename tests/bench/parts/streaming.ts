import { phoneAgent } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { startSlowSite } from '#tests/support/site/slow-site.ts'
import { startSite } from '../measure/start-site.ts'
import type { Measured } from '../part.ts'
import { whole } from '../statistics.ts'

const slowMs = 3000
const lateCalls = /^\/api\/school\/(?:answers|graduates|similar)$/

/** When the first chunk of a school's page comes, and when its late text does, over an API that is slow. */
export async function measureStreaming(): Promise<Measured> {
  const site = await startSite()
  const school = (await pageKinds(site.url)).find(([kind]) => kind === 'school')?.[1] ?? '/'
  const slow = await startSlowSite(site.url, (pathname) =>
    lateCalls.test(pathname) ? new Promise((resolve) => setTimeout(resolve, slowMs)) : undefined,
  )
  const headers = { 'user-agent': phoneAgent, 'accept-encoding': 'br' }
  await (await fetch(`${slow.url}/`, { headers })).text()
  const started = performance.now()
  const response = await fetch(slow.url + school, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  const firstAt = performance.now() - started
  let lateAt = Number.NaN
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    if (Number.isNaN(lateAt) && /<div hidden id="S:\d/.test(chunk.value)) lateAt = performance.now() - started
  }
  await Promise.all([slow.stop(), site.stop()])
  return {
    lines: [],
    tables: [
      {
        title: `A school's page while parts of the API take ${slowMs} ms`,
        head: ['what', 'ms'],
        rows: [
          [`first chunk, fallback in it: ${first?.value?.includes('fallback') === true}`, whole(firstAt)],
          ['late text', whole(lateAt)],
        ],
      },
    ],
    figures: [],
  }
}
