// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, useLocation } from '@remix-run/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ShareMessage from '#app/share/share-message.tsx'
import { setWechatShareData } from '#app/share/wechat-sdk.ts'
import { WechatShare } from '#app/share/wechat-share.tsx'

vi.mock('#app/share/wechat-sdk.ts', () => ({ setWechatShareData: vi.fn<() => Promise<void>>() }))

beforeEach(() => {
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 MicroMessenger/8.0.50')
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.mocked(setWechatShareData).mockClear()
  window.history.replaceState(null, '', '/')
})

const entryUrl = 'https://school.example/'
const links = () => vi.mocked(setWechatShareData).mock.calls.map(([{ link }]) => new URL(link).pathname)

function showAt(path: string) {
  window.history.replaceState(null, '', path)
  render(<ShareMessage page={path} entryUrl={entryUrl} />)
}

test('a page that anybody may open is set up for sharing', () => {
  showAt('/school/7/')
  expect(links()).toEqual(['/school/7/'])
})

test.each([`/order/${'A'.repeat(26)}/`, '/personal/requests/'])(
  'the address of %s goes neither on a card nor into a call',
  (path) => {
    showAt(path)
    expect(setWechatShareData).not.toHaveBeenCalled()
  },
)

/** The site in WeChat, at its first page; `signsForWechat` as the root's loader says it. */
async function openSite(signsForWechat: boolean | undefined) {
  const Page = () => (
    <>
      <p>{useLocation().search}</p>
      <Link to="?modal=login">登录</Link>
      <Link to="/school/9/">另一所</Link>
      <WechatShare />
    </>
  )
  const site = { name: '择校通', signsForWechat }
  const Stub = createRemixStub([
    { id: 'root', path: '*', Component: Page, loader: () => ({ site }), HydrateFallback: () => null },
  ])
  render(<Stub initialEntries={['/school/7/']} />)
  await screen.findByText('登录')
}

const calls = () => vi.mocked(setWechatShareData).mock.calls

test('each page is set up once, with the address that the document was loaded with, and no form over it', async () => {
  await openSite(true)
  await vi.waitFor(() => expect(calls()).toHaveLength(1))
  fireEvent.click(screen.getByText('登录'))
  await screen.findByText('?modal=login')
  fireEvent.click(screen.getByText('另一所'))
  await vi.waitFor(() => expect(calls().length).toBeGreaterThan(1))
  expect(calls().map(([, entry]) => entry)).toEqual([window.location.href, window.location.href])
})

test.each([undefined, true])('where an account may sign (%s), share data is set', async (signs) => {
  await openSite(signs)
  await vi.waitFor(() => expect(calls()).toHaveLength(1))
})

test('without an account no page asks for a signature, and 分享 still points at the menu', async () => {
  await openSite(false)
  await vi.waitFor(() => {
    expect(document.dispatchEvent(new Event('wechat-hint', { cancelable: true }))).toBe(false)
  })
  expect(setWechatShareData).not.toHaveBeenCalled()
})
