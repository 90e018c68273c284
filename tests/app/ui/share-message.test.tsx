// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import ShareMessage from '#app/share/share-message.tsx'
import { setWechatShareData } from '#app/share/wechat-sdk.ts'

vi.mock('#app/share/wechat-sdk.ts', () => ({ setWechatShareData: vi.fn<() => Promise<void>>() }))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function showAt(path: string) {
  window.history.replaceState(null, '', path)
  render(<ShareMessage page={path} />)
}

test('a page that anybody may open is set up for sharing', () => {
  showAt('/school/7/')
  expect(vi.mocked(setWechatShareData).mock.calls.map(([{ link }]) => new URL(link).pathname)).toEqual([
    '/school/7/',
  ])
})

test.each([`/order/${'A'.repeat(26)}/`, '/personal/requests/'])(
  'the address of %s goes neither on a card nor into a call',
  (path) => {
    showAt(path)
    expect(setWechatShareData).not.toHaveBeenCalled()
  },
)
