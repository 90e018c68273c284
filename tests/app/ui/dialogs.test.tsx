// @vitest-environment jsdom
import { Link, useLocation } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OrderDialog } from '#app/dialogs/order-dialog.tsx'
import { PageDialog } from '#app/dialogs/page-dialog.tsx'
import type { OrderView } from '#app/leads/load-order.server.ts'
import { ToastProvider } from '#app/ui/toast.tsx'

// jsdom has no modal dialogs, as browsers before Safari 15.4 and Firefox 98.
beforeEach(() => {
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
})

function Page() {
  const isOpen = useLocation().search !== ''
  return (
    <div>
      {isOpen ? (
        <PageDialog title="预约参观" closeHref="/">
          <input aria-label="姓名" />
        </PageDialog>
      ) : null}
      <Link to="?modal=order" onClick={({ currentTarget }) => currentTarget.focus()}>
        打开
      </Link>
    </div>
  )
}

async function openDialog() {
  const Stub = createRemixStub([{ path: '/', Component: Page }])
  render(<Stub initialEntries={['/']} />)
  fireEvent.click(await screen.findByText('打开'))
  return screen.findByRole('dialog')
}

const focused = () => document.activeElement?.textContent

test('without modal dialogs in the engine the focus still goes to the heading, and back to the link', async () => {
  await openDialog()
  await waitFor(() => expect(focused()).toBe('预约参观'))
  fireEvent.keyDown(document, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('打开'))
})

test('there a tap on the dimmed page closes the dialog, and a swipe over it does not', async () => {
  const dialog = await openDialog()
  const scrim = dialog.previousElementSibling
  if (scrim === null) throw new Error('no scrim')
  dialog.getBoundingClientRect = () => new DOMRect(0, 0, 300, 200)
  const slide = (y: number) => {
    fireEvent(scrim, new MouseEvent('pointerdown', { bubbles: true, clientX: 20, clientY: 400 }))
    fireEvent(scrim, new MouseEvent('pointerup', { bubbles: true, clientX: 20, clientY: y }))
    fireEvent.click(scrim)
  }
  slide(500)
  expect(screen.getByRole('dialog')).toBe(dialog)
  slide(402)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const view: OrderView = {
  key: 'key-of-one-form',
  orderType: 'consult',
  recipient: { kind: 'school', name: '深圳弦歌学校' },
  school: { id: 7, name: '深圳弦歌学校' },
  others: [],
}

test('a lead form with faults stays in its dialog, with what was typed', async () => {
  const sent: URLSearchParams[] = []
  const problem = { message: '请检查', fields: { phone: '请填写正确的电话' }, status: 400 }
  const action = async ({ request }: { request: Request }) => {
    sent.push(new URLSearchParams(await request.text()))
    return { view, values: { name: '林女士', phone: '1' }, problem }
  }
  const Form = () => (
    <ToastProvider>
      <OrderDialog closeHref="/" view={view} />
    </ToastProvider>
  )
  const Stub = createRemixStub([
    { path: '/school/7/', Component: Form },
    { path: '/order/', action },
  ])
  render(<Stub initialEntries={['/school/7/']} />)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /姓名/ })
  fireEvent.change(name, { target: { value: '林女士' } })
  fireEvent.click(screen.getByRole('button', { name: /提交|发送/ }))
  const error = await screen.findByRole('alert')
  expect(error.textContent).toContain('请填写正确的电话')
  expect(error.closest('dialog')).not.toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /姓名/ }).value).toBe('林女士')
  expect(sent.map((fields) => fields.get('key'))).toEqual(['key-of-one-form'])
})
