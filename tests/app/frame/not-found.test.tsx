// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultCity } from '#server/contract/cities.ts'
import { NotFound } from '#app/frame/not-found.tsx'

beforeEach(() => {
  vi.stubGlobal('__remixManifest', { routes: {} })
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.unstubAllGlobals()
})

test.each([
  ['/404/?q=南山外国语', '南山外国语'],
  ['/school/1/这所学校不错 看看', '这所学校不错'],
  ['/school/nothing/', ''],
])('the search of the page that stands in for %s begins with %o', async (address, words) => {
  const loader = () => ({ city: defaultCity, site: { name: '择校通' } })
  const Stub = createRemixStub([{ id: 'root', path: '*', Component: () => <NotFound withoutPath />, loader }])
  render(<Stub initialEntries={[encodeURI(address)]} />)
  expect(await screen.findByRole<HTMLInputElement>('searchbox')).toHaveProperty('value', words)
})
