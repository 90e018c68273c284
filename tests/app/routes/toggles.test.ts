import { expect, test } from 'vitest'
import { collectSchool } from '#server/contract/accounts/collect.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { sampleApi } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, post, submit } from '#tests/support/routes/visit.ts'

/** 收藏 and 对比, as a plain form with `back` and as a fetcher. */

const cookies = loggedIn
const back = '/schoollist/shenzhen/#school-'
const refusing = () => sampleApi(answer(collectSchool, new Refusal(1409, '服务器说不行')))
const broken = () => ({
  api: sampleApi(answer(collectSchool, new NoEnvelope('系统维护中请稍后'))),
  reports: true,
  cookies,
})

test('one action answers a fetcher with the outcome, and a plain form with a redirect and a message', async () => {
  expect(await submit('/mycollect/toggle/', { id: '7' }, { cookies })).toMatchObject({
    status: 200,
    data: { isOn: true, message: '已收藏', target: { kind: 'favourite', id: 7 } },
  })
  expect(await post('/mycollect/toggle/', { id: '7', back }, { cookies })).toMatchObject({
    status: 303,
    location: '/schoollist/shenzhen/#school-7',
    flash: { message: '深圳弦歌学校：已收藏' },
  })
  expect(await submit('/compare/toggle/', { id: '7' })).toMatchObject({
    status: 200,
    data: { isOn: true, message: '已加入对比，共 1 所', basket: [7] },
    cookies: { compare: '7', visitor: '1' },
  })
  expect(await post('/compare/toggle/', { id: '7', back })).toMatchObject({
    status: 303,
    location: '/schoollist/shenzhen/#school-7',
    flash: { message: '深圳弦歌学校：已加入对比，共 1 所' },
  })
})

test('the removal of one school can be undone, of several it cannot', async () => {
  const one = await post('/mycollect/toggle/', { remove: '7', back: '/mycollect/' }, { cookies })
  expect(one.flash).toEqual({
    message: '深圳弦歌学校：已取消收藏',
    undo: { action: '/mycollect/toggle/', id: '7', back: '/mycollect/' },
  })
  const api = sampleApi(answer(collectSchool, { collected: false, msg: '已取消收藏' }))
  const two = await post('/mycollect/toggle/', { remove: '7,8', back: '/mycollect/' }, { api, cookies })
  expect(two.flash).toEqual({ message: '已取消收藏 2 所学校' })
  expect(await submit('/mycollect/toggle/', { id: '7', is_collect: '0' }, { cookies })).toMatchObject({
    data: { isOn: false, message: '已取消收藏', undo: { action: '/mycollect/toggle/', id: '7' } },
  })
})

test('schools that a plain form takes out of the comparison can be put back', async () => {
  const compared = { compare: '7.8.9' }
  const removed = await post(
    '/compare/toggle/',
    { remove: '7', back: '/compare/?ids=8,9' },
    { cookies: compared },
  )
  expect(removed.flash).toEqual({
    message: '深圳弦歌学校：已移出对比',
    undo: { action: '/compare/toggle/', id: '7', back: '/compare/?ids=8,9,7' },
  })
  const cleared = await post('/compare/toggle/', { clear: '1', back: '/' }, { cookies: compared })
  expect(cleared.flash).toEqual({
    message: '已清空对比栏',
    undo: { action: '/compare/toggle/', id: '7,8,9', back: '/' },
  })
  const fetched = await submit('/compare/toggle/', { clear: '1' }, { cookies: compared })
  expect(fetched.data).toMatchObject({ undo: { action: '/compare/toggle/', id: '7,8,9' } })
  const other = await post('/compare/toggle/', { remove: '10', back: '/' }, { cookies: compared })
  expect(other.flash).not.toHaveProperty('undo')
  const restored = await post('/compare/toggle/', { id: '7,8,9', back: '/' })
  expect(restored.cookies['compare']).toBe('7.8.9')
})

test('a refused favourite is not shown as one and has no undo', async () => {
  const fetched = await submit('/mycollect/toggle/', { id: '9' }, { api: refusing(), cookies })
  expect(fetched.data).toEqual({ message: '服务器说不行' })
  const { flash } = await post('/mycollect/toggle/', { remove: '9', back }, { api: refusing(), cookies })
  expect(flash).toEqual({ message: '服务器说不行' })
})

test('of several favourites a message counts those that changed and says why others did not', async () => {
  const limited = sampleApi(
    answer(collectSchool, ({ id }) =>
      id === 8 ? new Refusal(1429, '太快了') : { collected: true, msg: '已收藏' },
    ),
  )
  const messageOf = async (ids: string, api = limited) =>
    (await post('/mycollect/toggle/', { id: ids, back: '/compare/' }, { api, cookies })).flash
  expect(await messageOf('7,9')).toEqual({ message: '已收藏 2 所学校' })
  expect(await messageOf('7,8')).toEqual({ message: '已收藏 1 所学校，另外 1 所没有改变：太快了' })
  expect(await messageOf('7,8', refusing())).toEqual({ message: '服务器说不行' })
})

test('without an answer of the API the outcome and the page say that nothing was saved', async () => {
  expect(await submit('/mycollect/toggle/', { id: '7' }, broken())).toMatchObject({
    status: 503,
    data: { message: '系统维护中请稍后，没有保存，请再点一次' },
  })
  expect(await post('/mycollect/toggle/', { id: '7', back }, broken())).toMatchObject({
    status: 503,
    error: { data: { message: '系统维护中请稍后，没有保存，请稍后再试一次' } },
  })
  const several = await submit('/mycollect/toggle/', { id: '7,8' }, broken())
  expect(several.data).toEqual({ message: '系统维护中请稍后，可能只保存了一部分，请再点一次' })
})

test('a school whose name cannot be read is not named', async () => {
  const api = sampleApi(answer(getSchool, new NoEnvelope()))
  expect((await post('/compare/toggle/', { id: '7', back }, { api, reports: true })).flash).toEqual({
    message: '已加入对比，共 1 所',
  })
})

test.each([
  ['without a session', {}],
  ['with one that has ended', { token: 'a-token-that-nobody-knows' }],
])('a favourite %s is kept for the login, 15 minutes, for scripts out of reach', async (_name, given) => {
  const fetched = await submit('/mycollect/toggle/', { id: '7' }, { cookies: given })
  expect(fetched).toMatchObject({ status: 401, data: { message: '请先登录', login: true } })
  const form = await post('/mycollect/toggle/', { id: '7', back }, { cookies: given })
  expect(form).toMatchObject({
    status: 303,
    location: '/login/?redirect=%2Fschoollist%2Fshenzhen%2F%23school-7',
  })
  for (const { headers } of [fetched, form]) {
    const pending = headers.getSetCookie().find((text) => text.startsWith('pending='))
    expect(pending).toMatch(/Max-Age=900;.*HttpOnly/)
  }
})

test('the login page says which schools it makes favourites', async () => {
  const toggled = await post('/mycollect/toggle/', { id: '7,8', back: '/schoollist/' })
  const { data } = await get('/login/?redirect=/schoollist/', {
    cookies: { pending: toggled.cookies['pending'] ?? '' },
  })
  expect(data).toMatchObject({ back: '/schoollist/', reason: '登录后为您收藏刚才选的 2 所学校' })
})

test('a form without a school, or with a return path to another site, is refused', async () => {
  expect(await submit('/mycollect/toggle/', {}, { cookies })).toMatchObject({
    status: 400,
    data: { message: '请选择学校' },
  })
  for (const evil of ['https://evil.example/', '//evil.example/']) {
    expect((await post('/mycollect/toggle/', { id: '7', back: evil }, { cookies })).location).toBe(
      '/mycollect/',
    )
    expect((await post('/compare/toggle/', { id: '7', back: evil })).location).toBe('/compare/')
  }
})

test('a full comparison is reported and unchanged; an emptied one deletes its cookie', async () => {
  const compare = Array.from({ length: 20 }, (_, at) => at + 1).join('.')
  const full = await submit('/compare/toggle/', { id: '99' }, { cookies: { compare, visitor: '1' } })
  expect(full.data).toMatchObject({ message: '对比栏最多放 20 所学校，请先移出几所' })
  expect(full.data).not.toHaveProperty('isOn')
  const cleared = await submit('/compare/toggle/', { clear: '1' }, { cookies: { compare, visitor: '1' } })
  expect(cleared).toMatchObject({
    data: { message: '已清空对比栏', basket: [] },
    cookies: { compare: '', visitor: '' },
  })
})

test('a comparison has one address: that of its schools, at most six', async () => {
  const cookies2 = { compare: '7.9' }
  expect(await get('/compare/', { cookies: cookies2 })).toMatchObject({
    status: 302,
    location: '/compare/?ids=7,9',
  })
  expect(await get('/compare/?ids=7&ids=9&ids=7')).toMatchObject({
    status: 302,
    location: '/compare/?ids=7,9',
  })
  expect(await get('/compare/?ids=1,2,3,4,5,6,7')).toMatchObject({
    status: 302,
    location: '/compare/?ids=1,2,3,4,5,6',
    flash: { message: '一次最多对比 6 所，先看前 6 所' },
  })
  expect((await get('/compare/?ids=7,8')).data).toMatchObject({ schools: [{ id: 7 }, { id: 8 }], missing: 0 })
  expect((await get('/compare/?ids=99')).data).toMatchObject({ schools: [], missing: 1 })
})

test('the removal of a withdrawn school cannot be undone', async () => {
  const gone = answer(collectSchool, { collected: false, msg: '已取消收藏', withdrawn: true })
  const { flash } = await post(
    '/mycollect/toggle/',
    { remove: '7', back: '/mycollect/' },
    { api: sampleApi(gone), cookies },
  )
  expect(flash).toEqual({ message: '深圳弦歌学校：已取消收藏' })
  const fetched = await submit('/mycollect/toggle/', { remove: '7' }, { api: sampleApi(gone), cookies })
  expect(fetched.data).not.toHaveProperty('undo')
})
