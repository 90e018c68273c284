import { beforeEach, expect, test } from 'vitest'
import { action } from '#app/routes/order/order.tsx'

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

test('something else, or the same by another browser, is a request of its own', async () => {
  const first = await send({ ...fields, key: 'first-key' })
  const other = await send({ ...fields, message: '另外想问校车', key: 'second-key' }, first.cookie)
  const stranger = await send({ ...fields, key: 'third-key' })
  expect(new Set([first, other, stranger].map(({ location }) => location)).size).toBe(3)
  expect(other.cookie).toBe('sent=second-key')
})

test('the same again after it was cancelled is a new request', async () => {
  const first = await send({ ...fields, key: 'first-key' })
  for (const access of status.keys()) status.set(access, 'cancelled')
  const second = await send({ ...fields, key: 'second-key' }, first.cookie)
  expect(second.location).not.toBe(first.location)
  expect(second.cookie).toBe('sent=second-key')
})
