import { expect, test } from 'vitest'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { staffTokenHeader } from '#server/contract/staff/staff-endpoint.ts'
import { createDraftPages } from '#server/site/draft-pages.ts'

/**
 * Pages over an API that answers every call with its own path, or refuses; `sent`: what it was sent. `type`: the content
 * type of what is rendered.
 */
function pagesOver(
  refusal?: { status: number; message: string },
  type = 'text/html; charset=utf-8',
  mayEnter = true,
) {
  const rendered: string[] = []
  const sent: { token: string | null; calls: string[] }[] = []
  const answer = createDraftPages({
    async fetchApi(request) {
      if (new URL(request.url).pathname === getStaffMe.path)
        return mayEnter
          ? Response.json({ code: 1000, message: '', data: {} })
          : Response.json({ code: 1100, message: '请先登录', data: {} }, { status: 401 })
      const { calls } = await request.json()
      sent.push({ token: request.headers.get(staffTokenHeader), calls })
      return refusal === undefined
        ? Response.json({
            code: 1000,
            message: '',
            data: { row_id: 5, answers: calls.map((text: string) => ({ status: 200, text })) },
          })
        : Response.json({ code: 1409, message: refusal.message, data: {} }, { status: refusal.status })
    },
    async renderOver(request, api) {
      const { pathname, origin } = new URL(request.url)
      rendered.push(pathname)
      const texts = await Promise.all(
        ['one', 'two'].map(async (name) =>
          (await api(new Request(`${origin}/api/${name}?q=1`), undefined)).text(),
        ),
      )
      const last = await (await api(new Request(`${origin}/api/three`), undefined)).text()
      return new Response(`<html><head></head>${pathname} ${[...texts, last].join(' ')}</html>`, {
        headers: type === '' ? {} : { 'content-type': type },
      })
    },
  })
  const ask = (query: string, init: RequestInit = { headers: { cookie: 'staff=secret' } }) =>
    answer(new Request(`http://school.example/staff/drafts/4/page/?${query}`, init), undefined)
  return { ask, sent, rendered }
}

test('a page that makes no call is rendered for members of the staff alone', async () => {
  const { ask, sent, rendered } = pagesOver(undefined, undefined, false)
  for (const cookie of ['staff=wrong', 'staff=%0a', '']) {
    const answer = await ask('path=/aboutus/', { headers: { cookie } })
    expect([answer?.status, await answer?.text()]).toEqual([401, '不能预览：请先登录'])
  }
  expect([sent, rendered]).toEqual([[], []])
})

test('a page is rendered over answers as of the draft; calls made at the same time are sent together', async () => {
  const { ask, sent } = pagesOver()
  const response = await ask('path=/school/5/')
  expect(await response?.text()).toBe(
    '<html><head><base target="_blank"></head>/school/5/ /api/one?q=1 /api/two?q=1 /api/three</html>',
  )
  expect(sent.map(({ calls }) => calls)).toEqual([['/api/one?q=1', '/api/two?q=1'], ['/api/three']])
  expect(sent[0]?.token).toBe('secret')
  const policy = response?.headers.get('content-security-policy')
  expect(policy).toContain("script-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toMatch(/sandbox(?!.*allow-scripts)/)
})

test('pages of other origins, of the staff area and of the API, and other methods have no preview', async () => {
  const { ask, sent } = pagesOver()
  const paths = ['https://example.com/', '//example.com/', '/staff/today/', '/api/news', '/media/a.jpg', '']
  for (const path of paths) expect(await ask(`path=${encodeURIComponent(path)}`)).toBeUndefined()
  expect(await ask('path=/', { method: 'POST' })).toBeUndefined()
  expect(sent).toEqual([])
})

test.each([
  ['/search.data?q=%3Ch1%3E', 'application/json; charset=utf-8'],
  ['/visitor/', 'application/json'],
  ['/robots.txt', 'text/plain;charset=UTF-8'],
  ['/sitemap.xml', 'application/xml'],
  ['/nojs.gif', 'image/gif'],
  ['/moved/', 'text/x-html'],
])('%s, which is no page, is not shown as one', async (path, type) => {
  const { ask } = pagesOver(undefined, type)
  const response = await ask(`path=${encodeURIComponent(path)}`)
  expect([response?.status, response?.headers.get('content-type')]).toEqual([
    404,
    'text/plain; charset=utf-8',
  ])
  expect(await response?.text()).toBe('不能预览：这个地址不是网页')
})

test('a refused preview says why and shows nothing of the site', async () => {
  const { ask } = pagesOver({ status: 409, message: '这条内容<b>被改过' })
  const response = await ask('path=/school/5/')
  expect([response?.status, response?.headers.get('content-type')]).toEqual([
    409,
    'text/plain; charset=utf-8',
  ])
  expect(await response?.text()).toBe('不能预览：这条内容<b>被改过')
})
