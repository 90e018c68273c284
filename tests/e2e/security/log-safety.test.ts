import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { recordSpans } from '#tests/support/site/recorded-spans.ts'
import { visitWithSeeds } from '#tests/support/load/seeded-traffic.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { tracesIn } from '#tests/support/site/traces.ts'

/** What the processes of pages and of the API write while they are used, and misused, by a parent with known data. */

const API_SECRET = 'a secret of pages and API'
const flood = 480
const perSecond = 20

let recorder: ReturnType<typeof recordSpans>
let api: SiteProcess
let pages: SiteProcess
/** Believes no proxy, and its API fails. */
let alone: SiteProcess
const broken = createServer((_, response) => void response.writeHead(500).end('broken'))

beforeTests(async () => {
  recorder = recordSpans()
  await new Promise<void>((resolve) => void broken.listen(0, '127.0.0.1', resolve))
  const address = broken.address()
  const port = typeof address === 'object' ? address?.port : undefined
  alone = await startProcess({ API_ORIGIN: `http://127.0.0.1:${port}`, API_SECRET, ...recorder.variables })
  const traced = { API_SECRET, TRUST_PROXY: 'loopback', OTEL: 'on', ...recorder.variables }
  api = await startProcess({ ...traced, SMS: 'console' })
  pages = await startProcess({ ...traced, API_ORIGIN: api.url })
  return async () => {
    await alone.stop()
    broken.closeAllConnections()
    broken.close()
    await pages.stop()
    await api.stop()
    recorder.remove()
  }
})

const lineSchema = z.looseObject({
  time: z.iso.datetime(),
  msg: z.string(),
  requestId: z.string().optional(),
  route: z.string().optional(),
  status: z.number().optional(),
  refused: z.string().optional(),
  count: z.number().optional(),
})

/** The lines of a log, each of which must be JSON; codes on their way to phones are left out. */
function linesOf({ log }: SiteProcess) {
  return log
    .filter((line) => !line.startsWith('{"msg":"sms"'))
    .map((line) => lineSchema.parse(JSON.parse(line)))
}

async function lineOf(site: SiteProcess, id: string | null, msg: string, route?: string) {
  const isIt = (line: z.infer<typeof lineSchema>) =>
    line.requestId === id && line.msg === msg && (route === undefined || line.route === route)
  return vi.waitUntil(() => linesOf(site).find(isIt), { timeout: 10_000 })
}

test('the request id of an answer is in the log lines of pages and API', async () => {
  const headers = { 'user-agent': phoneAgent, 'x-forwarded-for': '203.0.113.77' }
  const answer = await fetch(`${pages.url}/schoollist/shenzhen/ib/?page=1&x=1`, { headers })
  await answer.text()
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[a-z]{16}$/)
  expect(await lineOf(pages, id, 'answer')).toMatchObject({
    method: 'GET',
    route: '/schoollist/*',
    status: 200,
    client: '203.0.113.0/24',
    bytes: expect.any(Number),
    ms: expect.any(Number),
  })
  expect(await lineOf(api, id, 'answer', '/api/schools')).toMatchObject({ client: '203.0.113.0/24' })
})

test("a proxy's id is taken, and nothing else that claims to be one", async () => {
  const idFor = async (given: string) => {
    const answer = await fetch(`${pages.url}/aboutus/`, { headers: { 'x-request-id': given } })
    await answer.text()
    return answer.headers.get('x-request-id')
  }
  const id = '1381234567813812345678138123456f'
  expect(await idFor(id)).toBe(id)
  expect(await lineOf(pages, id, 'answer')).toMatchObject({ route: '/aboutus' })
  for (const wrong of ['13812345678', `${id}0`, 'zhangsan', `${id.slice(1)}"`]) {
    expect(await idFor(wrong)).toMatch(/^[a-z]{16}$/)
  }
  const answer = await fetch(`${alone.url}/aboutus/`, { headers: { 'x-request-id': id } })
  expect(answer.headers.get('x-request-id')).toMatch(/^[a-z]{16}$/)
})

test("the page of an error shows its request's id, under which the log has the error", async () => {
  const answer = await fetch(`${alone.url}/order/%E5%BC%A0%E4%B8%89/`, {
    headers: { 'user-agent': phoneAgent },
  })
  const html = await answer.text()
  const id = answer.headers.get('x-request-id')
  const list = await fetch(`${alone.url}/schoollist/shenzhen/`, { headers: { 'user-agent': phoneAgent } })
  const reference = /data-reference="([^"]+)"/.exec(await list.text())?.[1]
  expect(list.status).toBe(500)
  expect(reference).toBe(list.headers.get('x-request-id'))
  expect(await lineOf(alone, reference ?? '', 'answer')).toMatchObject({
    route: '/schoollist/*',
    status: 500,
  })
  expect(await lineOf(alone, reference ?? '', 'page failed')).toMatchObject({ route: '/schoollist/*' })
  expect(await lineOf(alone, id, 'answer')).toMatchObject({ route: '/order/:reference' })
  expect(html).toContain('</html>')
})

/** The paths of a trace's spans once the pages' own first one is among them. */
function wholeTrace(traceId: string) {
  const paths = recorder.pathsOf(traceId)
  return paths?.some(([first, second]) => first?.startsWith('GET /schoollist') && second === undefined) ===
    true
    ? paths
    : undefined
}

test('a trace covers pages, API and database, and only a trusted proxy can start it', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { 'user-agent': phoneAgent, traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  await (
    await fetch(`${pages.url}/schoollist/foshan/?q=${encodeURIComponent('欧阳待存')}`, { headers })
  ).text()
  await (await fetch(`${alone.url}/schoollist/foshan/`, { headers })).text()
  const tree = await vi.waitUntil(() => wholeTrace(traceId), { timeout: 10_000 })
  expect(tree).toContainEqual([
    'GET /schoollist/* (server)',
    'loader routes/school-list/school-list (internal)',
    'API (client)',
    'GET /api/schools (server)',
    'call GET /api/schools (internal)',
    expect.stringMatching(/^select school\w* \(client\)$/),
  ])
  expect(tree).toContainEqual(['GET /schoollist/* (server)', 'render (internal)'])
  const processes = new Set(recorder.spans().map((span) => span.pid))
  expect(processes).toEqual(new Set([api.pid, pages.pid]))
})

test('no log has anything that a visitor typed, stored or was given', async () => {
  const seeds = await visitWithSeeds(pages, api)
  expect(seeds.size).toBeGreaterThan(14)
  await pages.stop()
  await api.stop()
  const logs = [pages, api].flatMap((site) => {
    const routes = new Set(linesOf(site).flatMap(({ route }) => route ?? []))
    expect(routes.size, [...routes].join(' ')).toBeGreaterThan(8)
    return [
      [
        site.url,
        Buffer.from(site.log.filter((line) => !line.startsWith('{"msg":"sms"')).join('\n')),
      ] as const,
    ]
  })
  const spans = ['spans', Buffer.from(JSON.stringify(recorder.spans()))] as const
  expect(spans[1].length).toBeGreaterThan(10_000)
  expect(tracesIn([...logs, spans], [...seeds])).toEqual([])
  const planted = [...seeds].map(
    (seed) => [seed, Buffer.from(JSON.stringify({ path: encodeURIComponent(seed) }))] as const,
  )
  for (const [seed, line] of planted) expect(tracesIn([['planted', line]], [seed])).not.toEqual([])
  const events = new Set(linesOf(api).map(({ msg }) => msg))
  expect(events).toContain('login')
  expect(events).toContain('a call was refused')
})

test('log lines of many refusals are limited, and their counts add up', async () => {
  const from = performance.now()
  const workers = Array.from({ length: 8 }, async () => {
    for (let sent = 0; sent < flood / 8; sent += 1) {
      const answer = await fetch(`${alone.url}/api/%zz/${sent}/`)
      expect(answer.status).toBe(400)
      await answer.text()
    }
  })
  await Promise.all(workers)
  await alone.stop()
  const seconds = Math.ceil((performance.now() - from) / 1000) + 1
  const refused = linesOf(alone).filter((line) => line.refused === 'guard')
  expect(refused.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(flood)
  expect(refused.length).toBeLessThanOrEqual((perSecond + 2) * seconds)
})
