// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import FavouritesPage, { loader } from '#app/routes/favourites/favourites.tsx'

afterEach(() => cleanup())

type Favourite = { id: number; name: string; withdrawn?: true; note?: string }

const day = '2026-11-01T00:00:00.000Z'

/** The page of a visitor with these favourites, as an API that knows them makes it. */
async function show(favourites: readonly Favourite[]) {
  const items = favourites.map(({ id, name, withdrawn, note }) => ({
    school: {
      id,
      name,
      city_code: '4403',
      stages: [],
      curricula: [],
      state: 'open',
      updated_at: day,
      sample: false,
    },
    collected_at: day,
    ...(withdrawn === undefined ? {} : { withdrawn }),
    ...(note === undefined ? {} : { note }),
  }))
  const fetchApi = async (request: Request) => {
    const isList = new URL(request.url).pathname === '/api/center/collect'
    const profile = { id: 1, nickname: '', phone: '139****0001', courseText: '' }
    const data = isList ? { items, page: 1, page_size: 20, total: items.length } : profile
    return Response.json({ code: 1000, message: '', data })
  }
  const request = new Request('http://localhost/mycollect/', {
    headers: { cookie: `token=${'a'.repeat(26)}` },
  })
  const found = await loader({ request, context: { fetchApi, pageSecret: 'of-a-test' }, params: {} })
  const Stub = createRemixStub([
    { path: '/mycollect/', Component: FavouritesPage, loader: async () => Response.json(found.data) },
  ])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub initialEntries={['/mycollect/']} />)
  await screen.findByRole('heading', { level: 1 })
  vi.mocked(console.warn).mockClear()
}

test('withdrawn favourites are listed apart by name, without a link to them, and can be removed', async () => {
  await show([
    { id: 4, name: '甲学校' },
    { id: 9, name: '乙学校', withdrawn: true },
  ])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('我的收藏 2 所')
  const section = within(screen.getByRole('region', { name: '已撤下的学校' }))
  expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '乙学校写备注：乙学校 取消收藏',
  ])
  expect(section.queryByRole('link', { name: '乙学校' })).toBeNull()
  const button = section.getByRole<HTMLButtonElement>('button', { name: '取消收藏乙学校' })
  expect([button.form?.method, button.form?.getAttribute('action'), button.name, button.value]).toEqual([
    'post',
    '/mycollect/toggle/',
    'remove',
    '9',
  ])
  expect(screen.getByRole('link', { name: '甲学校' }).getAttribute('href')).toBe('/school/4/')
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
})

test('with withdrawn favourites only, sorting and comparing are not offered', async () => {
  await show([{ id: 9, name: '乙学校', withdrawn: true }])
  expect(screen.getByRole('button', { name: '取消收藏乙学校' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '对比选中的学校' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: '排序' })).toBeNull()
  expect(screen.getAllByRole('list')).toHaveLength(2)
})

test('each favourite shows its note, and leads to where it is written', async () => {
  await show([
    { id: 4, name: '甲学校', note: '食堂干净' },
    { id: 5, name: '丙学校' },
    { id: 9, name: '乙学校', withdrawn: true, note: '离家远' },
  ])
  expect(screen.getAllByText(/食堂干净|离家远/).map((note) => note.textContent)).toEqual([
    '备注：食堂干净',
    '备注：离家远',
  ])
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([hrefOf('改备注：甲学校'), hrefOf('写备注：丙学校'), hrefOf('改备注：乙学校')]).toEqual([
    '/mycollect/4/note/',
    '/mycollect/5/note/',
    '/mycollect/9/note/',
  ])
})
