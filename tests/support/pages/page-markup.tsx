import { createRemixStub } from '@remix-run/testing'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, vi } from 'vitest'

/** The markup of an element on a page with an address. */
export function markupAt(element: ReactElement, address = '/'): string {
  const Stub = createRemixStub([{ path: '/', Component: () => element }])
  // The stub's router announces a future flag of the next major version, and has an effect of browsers.
  const [warn, error] = [vi.mocked(console.warn), vi.mocked(console.error)]
  for (const mock of [warn, error]) mock.mockImplementation(() => undefined)
  const markup = renderToStaticMarkup(<Stub initialEntries={[address]} />)
  for (const [text] of error.mock.calls) expect(text).toContain('useLayoutEffect')
  for (const mock of [warn, error]) mock.mockClear()
  return markup
}
