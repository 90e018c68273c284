import { expect, test } from 'vitest'
import { action } from '#app/routes/order/order.tsx'

const typed = { key: 'key of one form', order_type: 'consult', name: '王小明', phone: '13800000001' }

function send(fields: Record<string, string>) {
  const asked: string[] = []
  const fetchApi = async (request: Request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    return pathname === '/api/clue'
      ? Response.json({ code: 1001, message: '请检查', data: { fields: { code: '请获取验证码' } } })
      : Response.json({ code: 1000, message: '成功', data: { expires_in: 300, resend_in: 60 } })
  }
  const body = new URLSearchParams(fields)
  const request = new Request('http://localhost/order/', { method: 'POST', body })
  return { asked, answer: action({ request, context: { fetchApi, pageSecret: 'of-a-test' }, params: {} }) }
}

test('a booking that needs a proved phone shows the field for the code, with everything that was typed', async () => {
  const { answer } = send(typed)
  const { data, init } = await answer
  expect(init?.status).toBe(400)
  expect(data).toMatchObject({ needsCode: true, values: { name: '王小明', phone: '13800000001' } })
  expect(data.view.key).toBe('key of one form')
})

test('获取验证码 sends a code and no request, and keeps the form and its key', async () => {
  const { answer, asked } = send({ ...typed, intent: 'code' })
  const { data, init } = await answer
  expect(asked).toEqual(['/api/clue/send_code'])
  expect(init?.status).toBe(200)
  expect(data).toMatchObject({ needsCode: true, values: { name: '王小明' } })
  expect(data.view.key).toBe('key of one form')
  expect(new Headers(init?.headers).get('set-cookie')).toContain('browser=')
})
