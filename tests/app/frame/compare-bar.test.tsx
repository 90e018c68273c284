// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CompareBar } from '#app/frame/compare-bar.tsx'
import { useVisitor, VisitorProvider } from '#app/visitor/visitor-state.tsx'

beforeEach(() => void vi.stubGlobal('__remixManifest', { routes: {} }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function barsAt(address: string): Promise<HTMLElement[]> {
  const Counted = () => <p>{useVisitor().basket.length} 所</p>
  const Frame = () => (
    <VisitorProvider>
      <Counted />
      <CompareBar />
    </VisitorProvider>
  )
  const Stub = createRemixStub([
    { id: 'root', path: '*', Component: Frame, loader: () => ({ visitor: { basket: [7, 8] } }) },
  ])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  const data = { visitor: { basket: [7, 8] } }
  render(<Stub initialEntries={[address]} hydrationData={{ loaderData: { root: data } }} />)
  vi.mocked(console.warn).mockClear()
  await screen.findByText('2 所')
  return screen.queryAllByRole('link', { name: '对比 2 所' })
}

test.each(['/', '/schoollist/shenzhen/', '/school/7/', '/openday/'])('%s has the bar', async (address) => {
  expect(await barsAt(address)).toHaveLength(1)
})

test('the bar leads to a comparison for the child of the page', async () => {
  const [link] = await barsAt('/schoollist/shenzhen/?grade=g5&identity=hmt&page=2')
  expect(link?.getAttribute('href')).toBe('/compare/?grade=g5&identity=hmt')
})

test.each([
  '/compare/',
  '/order/?orderType=order&schoolId=7',
  '/order/0123456789ABCDEFGHJKMNPQRS/',
  '/order/ABCDE12345/cancel/',
  '/login/',
  '/personal/edit/',
  '/child/',
  '/mycollect/7/note/',
  '/school/7/correction/',
])('%s, a form or a confirmation, has none over it', async (address) => {
  expect(await barsAt(address)).toHaveLength(0)
})
