import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadOrder } from '#app/leads/load-order.server.ts'
import { OrderForm } from '#app/leads/order-form.tsx'
import { action } from '#app/routes/order/order.tsx'

const token = 'abcdefghijklmnopqrstuvwxyz'
const profile = { id: 1, nickname: '林女士', phone: '139****0001', courseText: '' }

/** A fake API that knows one session, and the calls that it got. */
function apiWith({ isOver = false, isUnavailable = false } = {}) {
  const calls: { path: string; token: string | null; body: string }[] = []
  const fetchApi = async (request: Request) => {
    const { pathname: path } = new URL(request.url)
    calls.push({ path, token: request.headers.get('token'), body: await request.text() })
    if (isUnavailable) return new Response('away', { status: 502 })
    if (isOver && request.headers.has('token')) return Response.json({ code: 1102, message: '', data: null })
    return Response.json(
      path === '/api/center/info'
        ? { code: 1000, message: '', data: profile }
        : { code: 1001, message: '请检查', data: { fields: { name: '请填写姓名' } } },
    )
  }
  return { calls, context: { fetchApi, pageSecret: 'of-a-test' } }
}

function requestOf(form?: Record<string, string>, cookie = `token=${token}`) {
  return new Request('http://localhost/order/', {
    headers: { cookie },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  })
}

async function formOf({ context }: ReturnType<typeof apiWith>, request = requestOf()) {
  const view = await loadOrder({ context, request }, { orderType: 'consult' })
  return renderToStaticMarkup(createElement(OrderForm, { view }))
}

async function send(api: ReturnType<typeof apiWith>, form: Record<string, string>) {
  const { data } = await action({ request: requestOf(form), context: api.context, params: {} })
  return renderToStaticMarkup(createElement(OrderForm, data))
}

const tick = /<input type="checkbox" id="own_phone" name="own_phone"[^>]*>/

test('a logged-in visitor finds the nickname and the account’s phone, masked, and may type another', async () => {
  const html = await formOf(apiWith())
  expect(html.match(tick)?.[0]).toContain('checked')
  expect(html).toContain('用登录的手机号 139****0001')
  expect(html).toMatch(/name="name"[^>]*value="林女士"/)
  expect(html).toContain('name="phone"')
})

test('a phone that is none is refused without calling the API', async () => {
  const api = apiWith()
  expect(await formOf(api, requestOf(undefined, ''))).not.toMatch(/own_phone|139|林女士/)
  expect(api.calls).toEqual([])
})

test.each([{ isOver: true }, { isUnavailable: true }])(
  'a form of a session that %o is one to fill in',
  async (state) => {
    const html = await formOf(apiWith(state))
    expect(html).not.toContain('own_phone')
    expect(html).toContain('name="phone"')
  },
)

test('the checkbox sends the account’s phone, whatever was typed below it, and no code', async () => {
  const api = apiWith()
  const html = await send(api, { own_phone: '1', phone: '13800000009', code: '123456', name: '' })
  const sent = api.calls.find(({ path }) => path === '/api/clue')
  expect(sent?.token).toBe(token)
  expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ phone: 'own' })
  expect(sent?.body).not.toMatch(/own_phone|"code"|13800000009/)
  expect(html.match(tick)?.[0]).toContain('checked')
  expect(html).toMatch(/name="phone"[^>]*value="13800000009"/)
  expect(html).not.toContain('林女士')
})

test('another phone is preserved with the checkbox off', async () => {
  const api = apiWith()
  const html = await send(api, { phone: '13800000009', name: '王' })
  expect(JSON.parse(api.calls.find(({ path }) => path === '/api/clue')?.body ?? '{}')).toMatchObject({
    phone: '13800000009',
  })
  expect(html.match(tick)?.[0]).not.toContain('checked')
  expect(html).toMatch(/name="phone"[^>]*value="13800000009"/)
})

test('a form that the API could not receive keeps its checkbox', async () => {
  const html = await send(apiWith({ isUnavailable: true }), { own_phone: '1', name: '王女士' })
  expect(html.match(tick)?.[0]).toContain('checked')
  expect(html).toContain('用登录的手机号<')
  expect(html).toContain('填写的内容都还在')
  expect(html).toMatch(/name="name"[^>]*value="王女士"/)
})
