// @vitest-environment jsdom
import { useLocation, useNavigate } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOpenModal } from '#app/dialogs/modal-link.tsx'
import { loginModalPath } from '#app/paths.ts'

beforeEach(() => {
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
})

function Page() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p>{search}</p>
      <button onClick={useOpenModal(loginModalPath)}>登录</button>
      <button onClick={() => navigate(-1)}>关闭</button>
    </>
  )
}

test('a modal that is asked for twice has one history entry, and the page below stays as it was', async () => {
  const Stub = createRemixStub([{ path: '/', Component: Page }])
  render(<Stub initialEntries={['/?curriculum=ib']} />)
  fireEvent.click(await screen.findByText('登录'))
  await screen.findByText('?curriculum=ib&modal=login')
  fireEvent.click(screen.getByText('登录'))
  await screen.findByText('?curriculum=ib&modal=login')
  fireEvent.click(screen.getByText('关闭'))
  expect(await screen.findByText('?curriculum=ib')).toBeDefined()
})
