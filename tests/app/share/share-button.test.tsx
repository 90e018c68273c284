// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider } from '#app/ui/toast.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import WechatHint from '#app/share/wechat-hint.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 MicroMessenger/8.0.50')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function openHint() {
  render(
    <>
      <ShareButton />
      <WechatHint />
    </>,
  )
  const button = screen.getByRole('button', { name: '分享' })
  button.focus()
  fireEvent.click(button)
  return screen.findByRole('button', { name: /点右上角的“···”.*发送给朋友/ })
}

test('in WeChat 分享 points at its menu with a picture, and a tap closes that', async () => {
  const hint = await openHint()
  expect(hint.querySelector('svg')).not.toBeNull()
  expect(document.activeElement).toBe(hint)
  fireEvent.click(hint)
  await waitFor(() => expect(screen.queryByText('知道了')).toBeNull())
  expect(document.activeElement?.textContent).toBe('分享')
})

test('Escape closes the hint', async () => {
  fireEvent.keyDown(await openHint(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByText('知道了')).toBeNull())
})

test('until the picture is there, 分享 says the same in words', async () => {
  const Page = () => (
    <ToastProvider>
      <ShareButton />
    </ToastProvider>
  )
  const Stub = createRemixStub([{ path: '/', Component: Page }])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub />)
  fireEvent.click(await screen.findByRole('button', { name: '分享' }))
  expect((await screen.findByRole('status')).textContent).toContain('点右上角的“···”')
  vi.mocked(console.warn).mockClear()
})
