// @vitest-environment jsdom
import { Outlet } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CompareBar } from '#app/frame/compare-bar.tsx'
import { toggleComparePath } from '#app/paths.ts'
import { ToggleButtons } from '#app/toggles/toggle-buttons.tsx'
import { sendToggle } from '#app/toggles/toggle-outcome.ts'
import { ToggleOutcomes } from '#app/toggles/toggle-outcomes.ts'
import { ToastProvider } from '#app/ui/toast.tsx'
import type { ToggleOutcome } from '#app/visitor/known-visitor.ts'
import { VisitorProvider } from '#app/visitor/visitor-state.tsx'

let answers: ((outcome: ToggleOutcome) => void)[] = []
let sent: string[] = []
/** What the page's data is loaded by. */
let load: () => Promise<null> | null = () => null

beforeEach(() => {
  answers = []
  sent = []
  load = () => null
  vi.stubGlobal('__remixManifest', { routes: {} })
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.unstubAllGlobals()
})

function Site() {
  return (
    <ToastProvider>
      <VisitorProvider>
        <Outlet />
        <CompareBar />
        <ToggleOutcomes />
      </VisitorProvider>
    </ToastProvider>
  )
}

/** A page with the buttons of a school, whose toggles wait for their answer. */
async function openPage(): Promise<void> {
  const toggle = async ({ request }: { request: Request }) => {
    sent.push(await request.clone().text())
    return sendToggle({ request, serverAction: () => new Promise((resolve) => answers.push(resolve)) })
  }
  const Stub = createRemixStub(
    [
      {
        id: 'root',
        path: '/',
        Component: Site,
        children: [
          { index: true, loader: () => load(), Component: () => <ToggleButtons id={7} name="弦歌" /> },
          { path: toggleComparePath.slice(1), action: toggle },
        ],
      },
    ],
    {},
  )
  render(<Stub initialEntries={['/']} />)
  await screen.findByRole('button', { name: '对比弦歌' })
}

/** Answers the next toggle, once it was sent. */
async function answer(outcome: ToggleOutcome): Promise<void> {
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers.shift()?.(outcome)
}

test('two taps on 清空 send one action, and what it removed can be restored', async () => {
  await openPage()
  fireEvent.click(screen.getByRole('button', { name: '对比弦歌' }))
  await answer({ isOn: true, message: '已加入对比，共 1 所', basket: [7] })
  const clear = await screen.findByRole('button', { name: '清空' })
  fireEvent.click(clear)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  fireEvent.click(clear)
  await vi.waitFor(() => expect(clear.getAttribute('aria-busy')).toBe('true'))
  await answer({
    isOn: false,
    message: '已清空对比栏',
    basket: [],
    undo: { action: toggleComparePath, id: '7' },
  })
  expect(sent).toEqual(['id=7', 'clear=1'])
  fireEvent.click(await screen.findByRole('button', { name: '撤销' }))
  await answer({ isOn: true, message: '已加入对比，共 1 所', basket: [7] })
  expect(sent).toEqual(['id=7', 'clear=1', 'id=7'])
  expect(await screen.findByRole('link', { name: '再选 1 所就能对比' })).toBeDefined()
})

test.each([
  [{ message: '没有保存', failed: true }, '对比弦歌'],
  [{ message: '对比栏最多放 20 所学校', basket: [8] }, '对比弦歌'],
  [{ message: '已加入对比，共 1 所', basket: [7], isOn: true }, '已加对比弦歌，点一下取消'],
] satisfies [ToggleOutcome, string][])(
  'while the page loads anew after %j the button says what the message says',
  async (outcome, name) => {
    await openPage()
    load = () => new Promise(() => undefined)
    fireEvent.click(screen.getByRole('button', { name: '对比弦歌' }))
    await screen.findByRole('button', { name: '已加对比弦歌，点一下取消' })
    await answer(outcome)
    await screen.findByText(outcome.message)
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-busy')).toBe('true')
  },
)
