// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { act, useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider, useToast, type ShowToast } from '#app/ui/toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // React asks for this flag before it lets tests act.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page that hands out what shows its toasts. */
async function open({ hasDialog = false } = {}): Promise<ShowToast> {
  const handed: { show?: ShowToast } = {}
  function Page() {
    const show = useToast()
    useEffect(() => {
      handed.show = show
    }, [show])
    return hasDialog ? (
      <dialog open data-toasts>
        登录
      </dialog>
    ) : (
      <p>学校</p>
    )
  }
  const page = () => (
    <ToastProvider>
      <Page />
    </ToastProvider>
  )
  const Stub = createRemixStub([{ path: '/', Component: page }])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub />)
  await pass(0)
  vi.mocked(console.warn).mockClear()
  return (...toast) => act(() => handed.show?.(...toast))
}

/** Lets time go by. */
function pass(ms: number): Promise<void> {
  return act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
}

test('a toast stays 2,000 ms in a region that was there before it', async () => {
  const show = await open()
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  show('已收藏')
  expect(region.textContent).toBe('已收藏')
  await pass(1900)
  expect(region.textContent).toBe('已收藏')
  await pass(100)
  expect(region.textContent).toBe('')
})

test('the next toast takes the place and the time of the one before', async () => {
  const show = await open()
  show('一')
  await pass(1500)
  show('二', { durationMs: 1000 })
  expect(screen.getByRole('status').textContent).toBe('二')
  await pass(900)
  expect(screen.getByRole('status').textContent).toBe('二')
  await pass(100)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('hovering pauses the time of a toast', async () => {
  const show = await open()
  show('已移出对比')
  await pass(1500)
  fireEvent.pointerEnter(screen.getByText('已移出对比'))
  await pass(60_000)
  fireEvent.pointerLeave(screen.getByText('已移出对比'))
  await pass(400)
  expect(screen.getByRole('status').textContent).toBe('已移出对比')
  await pass(100)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the action of a toast runs once and removes the toast', async () => {
  const show = await open()
  const undo = vi.fn<() => void>()
  show('已取消收藏', { undo })
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('')
})

test('with a dialog open toasts are inside of it, where they can be seen', async () => {
  const show = await open({ hasDialog: true })
  show('验证码已发送')
  expect(screen.getByRole('dialog').textContent).toContain('验证码已发送')
})

test('a toast that fails in an effect is removed without affecting the page', async () => {
  const show = await open()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const broken = new Error('an engine that lacks something')
  Object.assign(Element.prototype, {
    animate: () => {
      throw broken
    },
  })
  show('已收藏')
  Reflect.deleteProperty(Element.prototype, 'animate')
  expect(screen.getByText('学校')).toBeTruthy()
  expect(screen.queryByText('已收藏')).toBeNull()
  expect(reported).toHaveBeenCalledExactlyOnceWith(broken)
  // React says it too.
  expect(said).toHaveBeenCalled()
  said.mockClear()
})
