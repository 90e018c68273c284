// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AskForm } from '#app/routes/school/questions/ask-form.tsx'

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
  ['has to be verified', true, '电话（登录后不用填）'],
  ['is for queries alone', false, '电话（选填）'],
])('the phone of a question that %s is labelled so', async (_what, verifies, label) => {
  const Component = () => <AskForm refused={undefined} isReceiving verifies={verifies} />
  const Stub = createRemixStub([{ path: '/', Component }])
  render(<Stub />)
  expect((await screen.findByLabelText(label)).getAttribute('name')).toBe('phone')
})
