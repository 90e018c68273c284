import { createAdmissionControl } from '#server/site/admission-control.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '#server/site/metrics.ts'
import { scriptsOf } from '#tests/support/pages/page-scripts.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'

const delayMs = () => 0
const admission = createAdmissionControl({ delayMs })
const token = 'the-token-of-a-test'

let site: ServedBuild
let isDown = false
const errors: unknown[] = []
beforeAll(async () => {
  site = await serveBuild({
    fetchApi: async (request) => {
      if (isDown) throw new Error('down')
      const isPicture = new URL(request.url).pathname.startsWith('/media/')
      return isPicture
        ? new Response('a picture', { headers: { 'content-type': 'image/avif' } })
        : Response.json({ code: 1404, message: '没有找到相关内容', data: {} }, { status: 404 })
    },
    pageSecret: 'of-a-test',
    publicOrigin: 'https://school.example',
    cache: { version: () => 1, now: () => 0 },
    admission,
    onError: (error) => errors.push(error),
    metrics: createMetrics(
      { token },
      { admission, delayMs, gauges: { site_of_a_test: { help: 'Of a test', ask: () => 7 } } },
    ),
  })
})
afterAll(() => site.stop())

const ask = (path: string, init: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...init })

/** Headers that no answer goes without, and those that keep it out of frames. */
function faultsOf({ headers, status }: Response): string[] {
  const wanted: Record<string, RegExp> = {
    'x-content-type-options': /^nosniff$/,
    'referrer-policy': /^(?:strict-origin-when-cross-origin|same-origin)$/,
    'cross-origin-opener-policy': /^same-origin$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
    'permissions-policy': /geolocation=\(self\)/,
  }
  const faults = Object.entries(wanted).flatMap(([name, value]) =>
    value.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`],
  )
  const policy = headers.get('content-security-policy') ?? ''
  const isScript = headers.get('content-type')?.startsWith('text/javascript') === true
  const hasContent = headers.has('content-type') || status === 304
  if (hasContent && !isScript && !policy.includes("frame-ancestors 'none'")) faults.push(`policy: ${policy}`)
  if (/unsafe-/.test(policy)) faults.push('unsafe policy')
  if (headers.has('x-powered-by') || headers.has('server')) faults.push('names its software')
  if (status === 503 && !headers.has('retry-after')) faults.push('no Retry-After')
  return faults
}

test('every kind of answer carries the full set of headers', async () => {
  const cacheStatus = async () => (await ask('/aboutus/')).headers.get('server-timing') ?? ''
  await expect.poll(cacheStatus, { timeout: 20_000 }).toContain('hit')
  const etag = (await ask('/aboutus/')).headers.get('etag') ?? ''
  const script = scriptsOf(await (await ask('/aboutus/')).text())[0] ?? ''
  const answers: [name: string, answer: Response, status: number][] = [
    ['document', await ask('/aboutus/?x=1'), 200],
    ['kept document', await ask('/aboutus/'), 200],
    ['304', await ask('/aboutus/', { headers: { 'if-none-match': etag } }), 304],
    ['data', await ask('/aboutus.data'), 200],
    ['call', await ask('/api/x'), 404],
    ['script', await ask(script), 200],
    ['file', await ask('/favicon.svg'), 200],
    ['picture', await ask('/media/images/a.avif'), 200],
    ['slash', await ask('/aboutus'), 301],
    ['redirect', await ask('/personal/'), 302],
    ['404', await ask('/404/'), 404],
    ['refusal', await ask('/%00/'), 400],
    [
      'refused post',
      await ask('/login/', {
        method: 'POST',
        headers: { origin: 'null' },
        body: new URLSearchParams({ a: '1' }),
      }),
      403,
    ],
    ['probe', await ask('/healthz'), 200],
    ['metrics', await ask('/metrics', { headers: { authorization: `Bearer ${token}` } }), 200],
  ]
  isDown = true
  answers.push(['call with nobody there', await ask('/api/x'), 503])
  answers.push(['page with nobody there', await ask('/schoollist/shenzhen/?x=1'), 500])
  isDown = false
  expect(answers.map(([name, { status }]) => `${name} ${status}`)).toEqual(
    answers.map(([name, , status]) => `${name} ${status}`),
  )
  expect(answers.flatMap(([name, answer]) => faultsOf(answer).map((fault) => `${name}: ${fault}`))).toEqual(
    [],
  )
})

test('a site over plain HTTP asks for no HTTPS', async () => {
  const plain = await serveBuild({ fetchApi: async () => Response.json({}), pageSecret: 'of-a-test' })
  try {
    for (const path of ['/aboutus/', '/healthz', '/favicon.svg', '/%zz/', '/aboutus'])
      expect(
        (await fetch(plain.url + path, { redirect: 'manual' })).headers.has('strict-transport-security'),
        path,
      ).toBe(false)
  } finally {
    await plain.stop()
  }
})

test('pages are private unless they state otherwise, and vary by cookie', async () => {
  const asked: [path: string, init: RequestInit, status: number][] = [
    ['/aboutus/?x=1', {}, 200],
    ['/aboutus.data', {}, 200],
    ['/_root.data', {}, 404],
    ['/search.data?_routes=root', {}, 200],
    ['/aboutus', {}, 301],
    ['/nowhere-at-all/', {}, 302],
    ['/nowhere-at-all.data', {}, 202],
    ['/404/', {}, 404],
    ['/a/b/c/d/', {}, 404],
    ['/personal/', {}, 302],
    ['/personal.data', {}, 202],
    ['/aboutus/', { method: 'POST', body: new URLSearchParams({ a: '1' }) }, 405],
  ]
  for (const [path, init, status] of asked) {
    const { headers, ...answer } = await ask(path, init).then(({ headers, status }) => ({ headers, status }))
    const isPersonal = path.startsWith('/personal')
    expect([path, answer.status]).toEqual([path, status])
    expect([path, headers.get('cache-control')]).toEqual([
      path,
      expect.stringMatching(isPersonal ? /^private, no-store/ : /^private, no-(?:cache|store)/),
    ])
    expect([path, headers.get('vary')]).toEqual([path, expect.stringMatching(/\bCookie\b/)])
  }
})

test("Remix's own parameters that no page sends are ignored, and no error is logged", async () => {
  errors.length = 0
  for (const query of ['_data=root', '_data=', '_data=routes%2Fpages%2Fabout', '_data=root&_data=x']) {
    const answer = await ask(`/aboutus/?${query}`)
    expect([query, answer.status, answer.headers.get('content-type')]).toEqual([
      query,
      200,
      'text/html; charset=utf-8',
    ])
    expect(await answer.text()).toContain('</html>')
    const form = { method: 'POST', body: new URLSearchParams({ phone: '1', intent: 'code' }) }
    expect([query, (await ask(`/login/?${query}`, form)).headers.get('content-type')]).toEqual([
      query,
      'text/html; charset=utf-8',
    ])
  }
  for (const query of ['_routes=', '_routes=nope', '_routes=root,nope', '_routes=root&_routes=x']) {
    const answer = await ask(`/aboutus.data?${query}`)
    expect([query, answer.status]).toEqual([query, 200])
  }
  expect(errors).toEqual([])
})

test('the metrics count answers by kind and status, and need the token', async () => {
  await (await ask('/healthz')).text()
  for (const headers of [{}, { authorization: 'Bearer the-token-of-a-tesT' }, { authorization: token }]) {
    expect((await ask('/metrics', { headers })).status).not.toBe(200)
  }
  const text = async () => (await ask('/metrics', { headers: { authorization: `Bearer ${token}` } })).text()
  await expect.poll(text).toMatch(/site_answers_total\{kind="probe",status="200",page=""\} [1-9]/)
  const metrics = await text()
  expect(metrics).toMatch(/site_answers_total\{kind="page",status="200",page="hit"\} [1-9]/)
  expect(metrics).toMatch(/site_answer_seconds_count\{kind="api"\} [1-9]/)
  expect(metrics).toContain('site_of_a_test 7')
  expect(metrics).toContain('site_event_loop_delay_ms 0')
  expect(metrics).not.toMatch(/aboutus|favicon/)
})
