import { readFileSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { recordSpans } from '#tests/support/site/recorded-spans.ts'
import { makeSampleDir } from '#tests/support/site/sample-template.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { filesIn, tracesIn } from '#tests/support/site/traces.ts'

/** What is said of a child stays in the address and in one cookie. */

const near = '22.415,113.985'
const query = `grade=g5&identity=hmt&stay=boarding&near=${near}`
const texts = ['identity=hmt', near]
const pages = [
  '/schoollist/shenzhen/',
  '/school/1/',
  '/school/1/admissions/',
  '/school/1/teachers/',
  '/compare/?ids=1,2',
  '/planning/shenzhen/',
]

const forChild = (page: string) => `${page}${page.includes('?') ? '&' : '?'}${query}`

test('no log line, trace, row or file holds anything of a child', async () => {
  const recorder = recordSpans()
  const dataDir = await makeSampleDir()
  const site = await startProcess({ ...recorder.variables, OTEL: 'on', SMS: 'console', DATA_DIR: dataDir })
  onTestFinished(async () => {
    await site.stop()
    recorder.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const headers = { 'user-agent': phoneAgent, referer: site.url + forChild('/schoollist/shenzhen/') }
  type Sent = { method?: string; body?: string | URLSearchParams; headers?: Record<string, string> }
  const ask = (address: string, { headers: more, ...init }: Sent = {}) =>
    fetch(site.url + address, { redirect: 'manual', ...init, headers: { ...headers, ...more } })
  for (const page of pages) {
    const answer = await ask(forChild(page))
    const html = await answer.text()
    expect(answer.status, page).toBe(200)
    expect(answer.headers.getSetCookie().filter((cookie) => !cookie.startsWith('position='))).toEqual([])
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(html, page).toMatch(/<meta name="robots" content="noindex/)
    const canonical = /rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(canonical).not.toContain('?')
    // Nothing is loaded from another host, which would get a referrer.
    const loaded = [...html.matchAll(/<(?:script|img|link|iframe)[^>]+(?:src|href)="(https?:[^"]+)"/g)]
    expect(
      loaded.map(([, address = '']) => address).filter((address) => !canonical.startsWith(address)),
    ).toEqual([])
  }
  const fields = {
    grade: 'g5',
    identity: 'hmt',
    stay: 'boarding',
    near,
    remember: '1',
    back: forChild('/school/1/'),
  }
  const sent = await ask('/child/', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: site.url },
  })
  expect(sent.status).toBe(303)
  expect(sent.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['child'])
  expect(decodeURIComponent(sent.headers.getSetCookie().join())).not.toContain('113.98')
  // A favourite and a request that are sent from such a page.
  await ask('/mycollect/toggle/', {
    method: 'POST',
    body: new URLSearchParams({ back: forChild('/school/1/'), add: '1' }),
    headers: { origin: site.url },
  })
  await ask('/api/clue', {
    method: 'POST',
    body: JSON.stringify({
      name: '林女士',
      phone: '13900000001',
      order_type: 'order',
      city_code: '4403',
      school_id: 1,
      consent_contact: true,
    }),
    headers: {
      'content-type': 'application/json',
      'request-referrer': site.url + forChild('/school/1/'),
      'idempotency-key': 'a request for a child',
    },
  })
  await ask('/api/client-errors', {
    method: 'POST',
    body: JSON.stringify({ message: 'x is not a function', path: forChild('/school/1/'), build: '1' }),
    headers: { 'content-type': 'application/json' },
  })
  expect((await ask(`/media/qr/school/1/?${query}`)).headers.get('cache-control')).toContain('private')
  for (const address of [`/api/schools?${query}`, `/api/school/detail/999999?${query}`, `/no/such/?${query}`])
    await ask(address)
  await site.stop()
  expect(site.log.length).toBeGreaterThan(10)
  const found = tracesIn(
    [
      ['log', Buffer.from(site.log.join('\n'))],
      ['spans', Buffer.from(JSON.stringify(recorder.spans()))],
      ...filesIn(dataDir),
    ],
    texts,
  )
  expect(found).toEqual([])
  // It reads every file of the database.
}, 180_000)

test('the shipped nginx logs neither query nor referrer', () => {
  const conf = readFileSync(new URL('../../../server/deploy/nginx.conf', import.meta.url), 'utf8')
  const formats = [...conf.matchAll(/log_format[^;]+;/g)].join('\n')
  expect(formats).toContain('$logged_file')
  expect(formats).not.toMatch(
    /\$(?:request\b|request_uri|args|query_string|uri|http_referer|http_cookie|arg_)/,
  )
  expect(conf.match(/access_log [^;]+;/g)).toEqual(['access_log /var/log/nginx/access.log quiet;'])
})
