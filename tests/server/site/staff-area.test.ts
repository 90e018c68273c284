import { afterEach, describe, expect, test } from 'vitest'
import { getStaffArea } from '#server/contract/staff/login.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { poolOf } from '#server/site/admission-control.ts'
import { createStaffArea } from '#server/site/staff-area.ts'
import { builtNames, builtText } from '#tests/support/pages/built-files.ts'
import { answer, knownStaffToken, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { serveBuild, type CacheRules, type ServedBuild } from '#tests/support/site/serve-build.ts'

let stop = async (): Promise<void> => undefined
afterEach(() => stop())

const off = new Refusal(1404, '没有找到相关内容')
const cookie = `staff=${knownStaffToken}`

/** A site whose staff area may be off; `world` says how its API answers from now on. */
async function openSite(cache?: CacheRules) {
  const world = { area: 'open' as 'open' | 'off' | 'broken', isLoggedIn: true, calls: [] as string[] }
  const site: ServedBuild = await serveBuild({
    fetchApi: async (request, address) => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/api/staff/'))
        return Response.json({ code: 1404, message: '', data: {} }, { status: 404 })
      world.calls.push(`${pathname} ${address}`)
      if (world.area === 'broken') throw new Error('down')
      const api = staffApiOfTests(
        ...(world.area === 'off' ? [answer(getStaffArea, off), answer(getStaffMe, off)] : []),
        ...(world.isLoggedIn ? [] : [answer(getStaffMe, new Refusal(1101, '没有登录'))]),
      )
      return api.fetchApi(request)
    },
    pageSecret: 'of-a-test',
    hasStaffArea: true,
    cache,
  })
  stop = site.stop
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(site.url + path, { redirect: 'manual', ...init })
  return { world, ask }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** The addresses of the area's own scripts and styles, by its login page. */
async function filesOf({ ask }: Site): Promise<string[]> {
  const html = await (await ask('/staff/login/')).text()
  return [
    ...new Set([...html.matchAll(/"(\/staff\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)),
  ]
}

/** A form with a file of so many bytes. */
function upload(bytes: number): FormData {
  const form = new FormData()
  form.set('id', '51')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'list.csv')
  return form
}

test('documents of the area are stored nowhere, found by nobody and have a policy with a nonce of their own', async () => {
  const { ask } = await openSite()
  const nonces = new Set<string>()
  const answers: [path: string, status: number, init?: RequestInit][] = [
    ['/staff/login/', 200],
    ['/staff/today/', 302],
    ['/staff/today/', 200, { headers: { cookie } }],
    ['/staff/no/such/page/', 404, { headers: { cookie } }],
    ['/staff/login', 301],
    ['/staff/login.data', 200],
    ['/staff/login/', 400, { method: 'POST', body: new URLSearchParams({ intent: 'send', phone: '1' }) }],
  ]
  for (const [path, status, init] of answers) {
    const { status: found, headers } = await ask(path, init)
    expect([path, found]).toEqual([path, status])
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options') ?? headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const isPage = headers.get('content-type')?.startsWith('text/html') === true
    if (!isPage) continue
    const [, nonce = ''] =
      /script-src 'self' 'nonce-([\w+/=]{24})'/.exec(headers.get('content-security-policy') ?? '') ?? []
    expect(nonce).not.toBe('')
    expect(nonces.has(nonce)).toBe(false)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

test('inline scripts of a page carry its nonce, nothing else is inline', async () => {
  const { ask } = await openSite()
  const page = await ask('/staff/today/', { headers: { cookie } })
  const html = await page.text()
  const [, nonce = ''] = /'nonce-([\w+/=]{24})'/.exec(page.headers.get('content-security-policy') ?? '') ?? []
  const inline = [...html.matchAll(/<(?:script|style)\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
  expect(inline.length).toBeGreaterThan(2)
  expect(inline.filter((attributes) => !attributes.includes(`nonce="${nonce}"`))).toEqual([])
  expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/)
})

test('files of the area are immutable, and those of another build are not there', async () => {
  const site = await openSite()
  const files = await filesOf(site)
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const { status, headers } = await site.ask(file)
    expect([file, status]).toEqual([file, 200])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('content-encoding')).not.toBeNull()
  }
  expect((await site.ask('/staff/assets/none.js')).status).toBe(404)
})

describe('an area that is off', () => {
  test('answers like an address that nobody knows', async () => {
    const site = await openSite()
    const files = await filesOf(site)
    site.world.area = 'off'
    const look = async (path: string, init?: RequestInit) => {
      const { status, headers } = await site.ask(path, init)
      const location = headers.get('location')?.replaceAll('xtaff', 'staff')
      const named = ['cache-control', 'x-robots-tag', 'referrer-policy', 'content-type'] as const
      return { status, location, headers: named.map((name) => headers.get(name)) }
    }
    const form = () => ({ method: 'POST', body: new URLSearchParams({ a: '1' }) })
    const asked: [path: string, init: () => RequestInit][] = [
      ...[
        '/staff/',
        '/staff',
        '/staff/login',
        '/staff/login/',
        '/staff/a/b/',
        '/staff/login.data',
        ...files,
      ].map((path): [string, () => RequestInit] => [path, () => ({ headers: { cookie } })]),
      ['/staff/login/', form],
      ['/staff/sessions/', () => ({ method: 'POST', body: upload(10), headers: { cookie } })],
    ]
    for (const [path, init] of asked) {
      const unknown = await look(path.replace('staff', 'xtaff'), init())
      expect([path, await look(path, init())]).toEqual([path, unknown])
      expect(unknown.status).toBeGreaterThan(300)
    }
  })

  test('is never answered from the page cache, nor is one that is open', async () => {
    const site = await openSite({ version: () => 1, now: () => 0 })
    const seen = async () => {
      const { status, headers } = await site.ask('/staff/login/')
      return [status, /page;/.test(headers.get('server-timing') ?? '')]
    }
    expect(await seen()).toEqual([200, false])
    expect(await seen()).toEqual([200, false])
    site.world.area = 'off'
    const [status] = await seen()
    expect(status).not.toBe(200)
    await seen()
    site.world.area = 'open'
    expect(await seen()).toEqual([200, false])
  })

  test('is one that is unknown while the API is down: 503', async () => {
    const { world, ask } = await openSite()
    world.area = 'broken'
    expect((await ask('/staff/login/')).status).toBe(503)
    expect(
      (await ask('/staff/sessions/', { method: 'POST', body: upload(10), headers: { cookie } })).status,
    ).toBe(503)
  })
})

test('the API hears of the client for which the area is open, for pages and for files', async () => {
  const site = await openSite()
  await filesOf(site)
  await site.ask('/staff/assets/none.js')
  expect(site.world.calls).toEqual(Array(2).fill('/api/staff/area 127.0.0.1'))
})

describe('files that are sent', () => {
  test('reach the page of a member with a session, up to 20 MB', async () => {
    const { world, ask } = await openSite()
    const send = (bytes: number, headers: Record<string, string> = { cookie }) =>
      ask('/staff/sessions/', { method: 'POST', body: upload(bytes), headers })
    expect((await send(1024 * 1024)).headers.get('location')).toBe('/staff/sessions/?done=ended')
    expect(world.calls).toContain('/api/staff/sessions/51/end 127.0.0.1')
    expect((await send(21 * 1024 * 1024)).status).toBe(413)
    expect((await send(10, {})).status).toBe(415)
  })

  test('of a session that is over are not received, but its long texts are, to be sent again', async () => {
    const { world, ask } = await openSite()
    world.isLoggedIn = false
    const send = (bytes: number, headers: Record<string, string> = { cookie }) =>
      ask('/staff/sessions/', { method: 'POST', body: upload(bytes), headers })
    expect((await send(2 * 1024 * 1024)).status).toBe(403)
    const late = await send(100_000, { cookie: 'staff=a-session-that-is-over' })
    expect(late.status).toBe(401)
    expect(await late.text()).toContain('<input type="hidden" name="id" value="51"/>')
  })

  test('are refused everywhere else, and so are large bodies of any other type', async () => {
    const { ask } = await openSite()
    const send = (path: string, body: BodyInit) => ask(path, { method: 'POST', body, headers: { cookie } })
    for (const path of ['/login/', '/api/staff/login', '/staffx/', '/'])
      expect([path, (await send(path, upload(10))).status]).toEqual([path, 415])
    const long = new URLSearchParams({ a: 'a'.repeat(70_000) })
    expect((await send('/staff/login/', long)).status).toBe(413)
  })
})

describe('a large call of pages on another machine', () => {
  const path = '/api/staff/content-text'
  const large = JSON.stringify({ kind: 'views', text: '正文'.repeat(40_000) })
  const token = { 'staff-token': knownStaffToken }

  /** Whether the API gets the call. */
  const arrives = async (
    { ask, world }: Site,
    headers: Record<string, string>,
    body: string | FormData = large,
  ) => {
    world.calls.length = 0
    const type = { 'content-type': 'application/json' }
    const init = {
      method: 'POST',
      body,
      headers: typeof body === 'string' ? { ...type, ...headers } : headers,
    }
    await ask(path, init)
    return world.calls.some((call) => call.startsWith(path))
  }

  test('reaches the API for a member with a session: texts of up to 1 MB, files of up to 20 MB', async () => {
    const site = await openSite()
    expect(await arrives(site, token)).toBe(true)
    expect(await arrives(site, token, `"${'a'.repeat(1024 * 1024)}"`)).toBe(false)
    expect(await arrives(site, token, upload(19 * 1024 * 1024))).toBe(true)
    expect(await arrives(site, token, upload(21 * 1024 * 1024))).toBe(false)
    expect(await arrives(site, {}, upload(10))).toBe(false)
    expect(await arrives(site, {})).toBe(false)
    expect(await arrives(site, { cookie })).toBe(false)
    const other = { method: 'POST', body: large, headers: { 'content-type': 'application/json', ...token } }
    expect((await site.ask('/api/clue', other)).status).toBe(413)
  })

  test('is not received without a working session beyond 1 MB, nor while the area is off', async () => {
    const site = await openSite()
    site.world.isLoggedIn = false
    expect(await arrives(site, token)).toBe(true)
    expect(await arrives(site, token, upload(2 * 1024 * 1024))).toBe(false)
    Object.assign(site.world, { isLoggedIn: true, area: 'off' })
    expect(await arrives(site, token)).toBe(false)
  })
})

test('a form of another site is refused', async () => {
  const { ask, world } = await openSite()
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]) {
    const body = new URLSearchParams({ id: '51' })
    expect(
      (await ask('/staff/sessions/', { method: 'POST', body, headers: { ...headers, cookie } })).status,
    ).toBe(403)
  }
  expect(world.calls).toEqual([])
})

test('staff with a session are shed last, others like visitors', () => {
  const get = (url: string, headers = {}) => poolOf({ method: 'GET', url, headers })
  expect(get('/staff/today/', { cookie })).toBe('forms')
  expect(get('/staff/assets/a.js', { cookie })).toBe('reads')
  expect(get('/staff/today/')).toBe('pages')
  expect(get('/staff/assets/a.js')).toBe('reads')
  expect(get('/staffx/', { cookie })).toBe('pages')
})

test('the build is loaded once, by the first request that may see it', async () => {
  let isOpen = false
  const loads: string[] = []
  const area = createStaffArea({
    fetchApi: async () => new Response(null, { status: isOpen ? 200 : 404 }),
    renderOver: async () => new Response('a visitors page'),
    load: async () => {
      loads.push(loads.length === 0 ? 'failed' : 'loaded')
      if (loads.length === 1) throw new Error('not built yet')
      const files = { answer: () => undefined, has: () => false }
      return { files, pages: async () => new Response('a page') }
    },
  })
  const ask = () => area.answer(new Request('http://school.example/staff/login/'), undefined)
  expect(await ask()).toBeUndefined()
  expect(loads).toEqual([])
  isOpen = true
  await expect(ask()).rejects.toThrow('not built yet')
  await Promise.all([ask(), ask()])
  expect(await (await ask())?.text()).toBe('a page')
  expect(loads).toEqual(['failed', 'loaded'])
})

test('scripts and styles of visitors know nothing of the area', async () => {
  const names = [...builtNames('.js'), ...builtNames('.css')]
  expect(names.length).toBeGreaterThan(60)
  const naming: string[] = []
  for (const name of names)
    if (/\/staff\/|员工后台/.test(await builtText(`assets/${name}`))) naming.push(name)
  expect(naming).toEqual([])
})
