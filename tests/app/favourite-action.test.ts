import { expect, test } from 'vitest'
import { action as pressAction } from '#app/routes/press.ts'
import { pressFavourite } from '#app/routes/favourites/press-favourite.server.ts'
import { loader as loginLoader } from '#app/routes/login/login.tsx'
import { readFlash } from '#app/visitor/flash.server.ts'
import { setPending } from '#app/visitor/pending.server.ts'

const token = 'abcdefghijklmnopqrstuvwxyz'
const refusing = {
  fetchApi: async () => Response.json({ code: 2000, message: '服务器说不行', data: null }),
  pageSecret: 'of-a-test',
}

function post(path: string, fields: Record<string, string>): Request {
  const body = new URLSearchParams(fields)
  return new Request(`http://localhost${path}`, {
    method: 'POST',
    body,
    headers: { cookie: `token=${token}` },
  })
}

test('a favourite that the API refused is not said to be one, and has no undo', async () => {
  const request = post('/press/', { kind: 'favourite', id: '9' })
  const answer = await pressAction({ request, context: refusing, params: {} })
  expect(await answer.json()).toEqual({ message: '服务器说不行' })

  const sent = await pressFavourite({ request: post('/mycollect/', { remove: '9' }), context: refusing })
  const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? ''
  const next = new Request('http://localhost/', { headers: { cookie } })
  expect(await readFlash({ request: next, context: refusing })).toEqual({ message: '服务器说不行' })
})

test('the login page tells how many schools it makes favourites', async () => {
  const address = new Request('http://localhost/login/?redirect=/schoollist/')
  const caller = { context: refusing, request: address }
  const kept = (await setPending(caller, { ids: [3, 5], collect: true })).split(';')[0] ?? ''
  const request = new Request(address, { headers: { cookie: kept } })
  const { data } = await loginLoader({ request, context: refusing, params: {} })
  expect(data).toMatchObject({ back: '/schoollist/', favourites: 2 })
})
