// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { Outlet } from '@remix-run/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cityOfSlug, defaultCity } from '#server/contract/cities.ts'
import { usePageCity } from '#app/root-data.ts'

beforeEach(() => {
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
})

test.each([
  ['an open day of another city', { kind: 'item', city: cityOfSlug('beijing') }, '北京'],
  ['a school of another city', { detailInfo: { city_code: '4401' } }, '广州'],
  ['a page of no city', { title: '隐私政策' }, '深圳'],
  ['a page without data', null, '深圳'],
])('around %s, links lead to its city', async (_what, data, name) => {
  const Frame = () => (
    <>
      <p>在{usePageCity().name}找学校</p>
      <Outlet />
    </>
  )
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: Frame,
      loader: () => ({ city: defaultCity, site: { name: '择校通' } }),
      children: [{ index: true, Component: () => null, loader: () => data }],
    },
  ])
  render(<Stub initialEntries={['/']} />)
  expect((await screen.findByText(/找学校/)).textContent).toBe(`在${name}找学校`)
})
