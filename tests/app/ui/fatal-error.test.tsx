// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DocumentContext } from '#app/remix/document-context.ts'
import { cities } from '#server/contract/cities.ts'
import { CompareBar } from '#app/frame/compare-bar.tsx'
import { FatalError } from '#app/frame/fatal-error.tsx'
import { VisitorProvider } from '#app/visitor/visitor-state.tsx'

const assign = vi.fn<(address: string) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { assign, href: 'http://localhost/', pathname: '/', search: '' })
  // React asks for this flag before it lets tests act.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
  assign.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(error: unknown) {
  const facts = { nonce: '', css: '', reference: 'a1b2c3', day: '' }
  const page = () => (
    <DocumentContext.Provider value={facts}>
      <FatalError error={error} status={500} />
    </DocumentContext.Provider>
  )
  const Stub = createRemixStub([{ path: '/', Component: page }])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub />)
  vi.mocked(console.warn).mockClear()
}

/** Lets time go by. */
function pass(ms: number): Promise<void> {
  return act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
}

test('shows the message, the reference and links on', () => {
  show(new Error('学校资料没有读出来'))
  expect(screen.getByText('学校资料没有读出来')).toBeDefined()
  expect(screen.getByText('a1b2c3')).toBeDefined()
  expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/')
})

test('is not covered by the compare bar of a visitor who compares schools', () => {
  const root = {
    city: cities[0],
    site: { name: '择校通' },
    visitor: { isLoggedIn: false, basket: [7], favourites: [] },
  }
  const page = () => (
    <VisitorProvider>
      <CompareBar />
      <FatalError error={new Error('坏了')} status={500} />
    </VisitorProvider>
  )
  const Stub = createRemixStub([{ id: 'root', path: '/', loader: () => root, Component: page }])
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub hydrationData={{ loaderData: { root } }} />)
  vi.mocked(console.warn).mockClear()
  // The bar of a page that is none of an error.
  expect(screen.getAllByRole('form', { name: '对比栏' })).toHaveLength(1)
})

test('redirects to /404/ after ten visible seconds', async () => {
  show(new Error('坏了'))
  await pass(5_000)
  expect(screen.getByRole('timer').textContent).toBe('5 秒后自动离开此页。')
  expect(assign).not.toHaveBeenCalled()
  await pass(5_100)
  expect(assign).toHaveBeenCalledExactlyOnceWith('/404/')
})

test('one click stops the countdown for good', async () => {
  show(new Error('坏了'))
  await pass(3_000)
  fireEvent.click(screen.getByRole('button', { name: '停止跳转' }))
  await pass(60_000)
  expect(assign).not.toHaveBeenCalled()
  expect(screen.getByText('已停止自动跳转。')).toBeDefined()
})
