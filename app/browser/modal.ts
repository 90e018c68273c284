import { modalPath } from '#app/paths.ts'
import '../forms/forms.module.css'
import '../order/order-form.module.css'
import { closed, nothingOpen, opened, queryOf } from './modal-state.ts'
import './modal.css'

const limitMs = 10_000

let state = nothingOpen
let dialog: HTMLDialogElement | undefined
let opener: HTMLElement | undefined
let busy = false

/**
 * Opens the form that a link's `?modal=` names over this page, under the link's address; Back, Escape and 关闭 close it
 * and give the focus back. Rejects when the form did not come, so that the link can be followed instead.
 */
export async function openModal(link: HTMLAnchorElement): Promise<void> {
  if (busy || dialog !== undefined) return
  busy = true
  try {
    const from = location.pathname + location.search
    await show(new URL(link.href).searchParams, from)
    opener = link
    history.pushState({ ...history.state, modal: true }, '', link.href)
  } finally {
    busy = false
  }
}

async function show(asked: URLSearchParams, from: string): Promise<void> {
  state = opened(asked)
  const query = queryOf(state, asked)
  if (query === undefined) throw new Error('nothing to open')
  const form = await load(query, from)
  dialog = form
  document.body.append(form)
  form.showModal()
  form.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  form.addEventListener('click', (event) => {
    const onBackdrop = event.target === form
    const onClose = event.target instanceof Element && event.target.closest('[data-close]') !== null
    if (!onBackdrop && !onClose) return
    event.preventDefault()
    leave()
  })
}

async function load(query: string, from: string): Promise<HTMLDialogElement> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), limitMs)
  const response = await fetch(modalPath(query, from), { signal: abort.signal })
  const html = await response.text()
  clearTimeout(timer)
  const found = new DOMParser().parseFromString(html, 'text/html').querySelector('dialog')
  if (!response.ok || found === null) throw new Error(`the form did not come: ${response.status}`)
  found.open = false
  return document.importNode(found, true)
}

/** Back to the page's own address, which closes. */
function leave(): void {
  if (history.state?.modal === true) history.back()
  else close()
}

function close(): void {
  state = closed()
  dialog?.close()
  dialog?.remove()
  dialog = undefined
  opener?.focus()
}

/** Back leaves the form, and whatever else leads away from its address. */
addEventListener('popstate', () => {
  if (dialog !== undefined) close()
})
