import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderForm } from '#app/leads/order-form.tsx'
import { action } from '#app/routes/order/order.tsx'

const typed = {
  key: 'key-of-one-form',
  order_type: 'consult',
  name: '王小明',
  phone: '13800000001',
  grade: 'g8',
  message: '周六方便，想看宿舍',
  consent_contact: '1',
  consent_guardian: '1',
  source: '/schoollist/shenzhen/',
}

const envelope = (code: number, data: unknown, status: number) => () =>
  Response.json({ code, message: '没有成功', data }, { status })

/** What the form says when the API answers so. */
async function formAfter(answer: () => Response) {
  const fetchApi = async () => answer()
  const request = new Request('http://localhost/order/', { method: 'POST', body: new URLSearchParams(typed) })
  const { data, init } = await action({ request, context: { fetchApi, pageSecret: 'of-a-test' }, params: {} })
  return { html: renderToStaticMarkup(createElement(OrderForm, data)), status: init?.status }
}

test.each([
  ['a wrong field', 400, envelope(1001, { fields: { phone: '请填写正确的电话' } }, 400)],
  ['a key that stands for something else', 409, envelope(1409, {}, 409)],
  ['an open day without a seat', 409, envelope(1409, { state: 'full' }, 409)],
  ['a limit', 429, envelope(1429, { retry_after: 60 }, 429)],
  ['a fault', 500, envelope(1500, null, 500)],
  ['a service that is not there now', 503, envelope(1503, null, 503)],
  ['a gateway’s own page', 503, () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
  ['nobody there', 503, () => Response.error()],
])('after %s everything that was typed is in the form again', async (_what, expected, answer) => {
  const { html, status } = await formAfter(answer)
  expect(status).toBe(expected)
  expect(html).toContain('role="alert"')
  expect(html).toMatch(/name="name"[^>]*value="王小明"/)
  expect(html).toMatch(/name="phone"[^>]*value="13800000001"/)
  expect(html).toMatch(/<option value="g8" selected=""/)
  expect(html).toContain('>周六方便，想看宿舍</textarea>')
  expect(html).toMatch(/name="source" value="\/schoollist\/shenzhen\/"/)
  const ticked = [...html.matchAll(/<input type="checkbox"[^>]*checked[^>]*>/g)].map(([tag]) => tag)
  expect(ticked.map((tag) => /name="(\w+)"/.exec(tag)?.[1])).toEqual(['consent_contact', 'consent_guardian'])
  const isTaken = status === 409
  expect(html.includes('value="key-of-one-form"')).toBe(!isTaken)
})

test('an error of a hidden field is shown without a link', async () => {
  const fields = { school_id: '没有找到这所学校', phone: '请填写正确的电话' }
  const { html } = await formAfter(envelope(1001, { fields }, 400))
  expect(html).toContain('<li>没有找到这所学校</li>')
  expect(html).toContain('<li><a href="#phone">请填写正确的电话</a></li>')
})
