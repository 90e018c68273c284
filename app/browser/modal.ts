import { modalPath } from '#app/paths.ts'
import { loadStyles } from '#app/remix/page-styles.ts'
import { seeStepsFirst } from './history-steps.ts'
import { closed, nothingOpen, opened, queryOf } from './modal-state.ts'
import './modal.css'
import { watchTapsOutside } from './taps.ts'

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
  await show(link.href)
  opener = link
  history.pushState({ ...history.state, modal: true }, '', link.href)
}

async function show(href: string): Promise<void> {
  const asked = new URL(href).searchParams
  state = opened(asked)
  const query = queryOf(state, asked)
  if (query === undefined) throw new Error('nothing to open')
  busy = true
  try {
    // The page came with its own styles only.
    const [form] = await Promise.all([load(query, pagePath()), loadStyles()])
    dialog = form
  } finally {
    busy = false
  }
  const form = dialog
  document.body.append(form)
  form.showModal()
  form.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  const isTapOutside = watchTapsOutside(form)
  form.addEventListener('click', (event) => {
    const onClose = event.target instanceof Element && event.target.closest('[data-close]') !== null
    if (!onClose && !isTapOutside(event)) return
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

/** The address of the page under the form, as the router knows it: it hears nothing of forms that are opened here. */
function pagePath(): string {
  const { pathname, search } = window.__remixRouter?.state.location ?? location
  return pathname + search
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

/**
 * Back leaves the form and Forward opens it again, both without the router: the page under it has not changed, nothing of
 * it is asked for anew. Whatever else leads away from its address closes it too.
 */
seeStepsFirst((step) => {
  const wasOpen = dialog !== undefined
  if (wasOpen) close()
  const isPage = wasOpen && location.pathname + location.search === pagePath()
  const isForm = history.state?.modal === true && location.pathname === pagePath().replace(/\?.*/, '')
  if (isPage || isForm) step.stopImmediatePropagation()
  if (isForm) show(location.href).catch(() => location.reload())
})
