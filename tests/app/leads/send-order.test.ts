import { beforeEach, expect, test } from 'vitest'
import { action, loader } from '#app/routes/order/order.tsx'

const fields = { name: '林女士', phone: '13900000001', order_type: 'consult', consent_contact: '1' }

/** The requests of a fake API: body and address by idempotency key; and the status of each by address. */
let stored = new Map<string, { body: string; access: string }>()
let status = new Map<string, string>()

beforeEach(() => {
  stored = new Map()
  status = new Map()
})

function envelope(code: number, data: unknown, http = 200): Response {
  return Response.json({ code, message: '', data }, { status: http })
}

async function fetchApi(request: Request): Promise<Response> {
  const input: Record<string, string> = await request.json()
  if (new URL(request.url).pathname === '/api/requests') {
    const access = input['access'] ?? ''
    return envelope(1000, {
      reference: 'ABCDE12345',
      order_type: 'consult',
      state: 'received',
      status: status.get(access),
      created_at: '2026-11-01T00:00:00Z',
      city_code: '4403',
      name: '林**',
      phone: '139****0001',
      cancellable: true,
      tickets: [],
    })
  }
  const { key = '', ...rest } = input
  const body = JSON.stringify(rest)
  const first = stored.get(key)
  if (first !== undefined && first.body !== body) return envelope(1409, {}, 409)
  const access = first?.access ?? String(stored.size).padStart(26, 'A')
  stored.set(key, { body, access })
  if (first === undefined) status.set(access, 'submitted')
  return envelope(1000, { reference: 'ABCDE12345', access, state: 'received', msg: '已提交' })
}

/** Sends a form; resolves to the address that it leads to, and the cookie that the browser has then. */
async function send(form: Record<string, string>, cookie = '') {
  const request = new Request('http://localhost/order/', {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { cookie },
  })
  try {
    await action({ request, context: { fetchApi, pageSecret: 'of-a-test' }, params: {} })
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    const set = thrown.headers.get('set-cookie') ?? ''
    return { location: thrown.headers.get('location'), set, cookie: set.split(';')[0] ?? '' }
  }
  throw new Error('the form came back')
}

test('the same sent again from a form with another key is the same request, as often as it is sent', async () => {
  const first = await send({ ...fields, key: 'first-key' })
  expect(first.set).toMatch(/^sent=first-key; Max-Age=86400; Path=\/order\/; HttpOnly; SameSite=Lax$/)
  const second = await send({ ...fields, key: 'second-key' }, first.cookie)
  expect(second.location).toBe(first.location)
  const third = await send({ ...fields, key: 'third-key' }, second.cookie)
  expect(third.location).toBe(first.location)
  expect(stored.size).toBe(1)
})

test('the ticked half days of a visit are one field of the request', async () => {
  const visit = { ...fields, order_type: 'order', key: 'first-key' }
  await send({ ...visit, visit_sunday_afternoon: '1', visit_weekday_morning: '1' })
  expect(JSON.parse(stored.get('first-key')?.body ?? '')).toMatchObject({
    visit_times: 'weekday_morning,sunday_afternoon',
  })
})

test('something else, or the same by another browser, is a request of its own', async () => {
  const first = await send({ ...fields, key: 'first-key' })
  const other = await send({ ...fields, message: '另外想问校车', key: 'second-key' }, first.cookie)
  const stranger = await send({ ...fields, key: 'third-key' })
  expect(new Set([first, other, stranger].map(({ location }) => location)).size).toBe(3)
  expect(other.cookie).toBe('sent=second-key')
})

test('the same again after a cancellation is a new lead', async () => {
  const first = await send({ ...fields, key: 'first-key' })
  for (const access of status.keys()) status.set(access, 'cancelled')
  const second = await send({ ...fields, key: 'second-key' }, first.cookie)
  expect(second.location).not.toBe(first.location)
  expect(second.cookie).toBe('sent=second-key')
})

/** The answer to everything about an open day and its school that were taken back; other open days are there. */
async function withoutOpenDay(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const other = {
    id: 6,
    title: '另一场开放日',
    state: 'open',
    updated_at: '2026-05-01T02:00:00.000Z',
    city_code: '4403',
    starts_at: '2026-12-05T01:30:00Z',
    ends_at: '2026-12-05T03:30:00Z',
  }
  if (pathname === '/api/opendays') {
    return envelope(1000, { items: [other], total: 1, page: 1, page_size: 20, count: 1 })
  }
  if (request.method === 'GET') return envelope(1404, { withdrawn: true }, 404)
  return envelope(1001, { fields: { open_day_id: '没有找到这个开放日' } }, 400)
}

test('the form of an open day that was withdrawn meanwhile is shown again as it was typed, with others to choose from', async () => {
  const body = new URLSearchParams({
    ...fields,
    order_type: 'openday',
    open_day_id: '5',
    school_id: '7',
    key: 'k',
  })
  const request = new Request('http://localhost/order/', { method: 'POST', body })
  const context = { fetchApi: withoutOpenDay, pageSecret: 'of-a-test' }
  expect(await action({ request, context, params: {} })).toMatchObject({
    init: { status: 400 },
    data: {
      values: { name: '林女士', phone: '13900000001' },
      view: { others: [{ id: 6, title: '另一场开放日' }] },
      problem: { fields: { open_day_id: '没有找到这个开放日' } },
    },
  })
})

test('the form of a withdrawn open day is closed, also for those who booked', async () => {
  const request = new Request('http://localhost/order/?orderType=openday&openDayId=5')
  const context = { fetchApi: withoutOpenDay, pageSecret: 'of-a-test' }
  await expect(loader({ request, context, params: {} })).rejects.toMatchObject({
    init: { status: 410 },
    data: { message: expect.stringContaining('已经预约的家长请不要前往') },
  })
})

test('the confirmation is loaded as a document, also after the fetcher of a dialog', async () => {
  const body = new URLSearchParams({ ...fields, key: 'key-of-a-dialog' })
  const request = new Request('http://localhost/order/', { method: 'POST', body })
  const sent = action({ request, context: { fetchApi, pageSecret: 'of-a-test' }, params: {} })
  const redirect: unknown = await sent.catch((thrown: unknown) => thrown)
  if (!(redirect instanceof Response)) throw new Error('no redirect')
  expect(redirect.headers.get('x-remix-reload-document')).toBe('true')
})
