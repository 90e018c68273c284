import './browser.css'
import { holdBusyForms } from './busy-forms.ts'
import { watchPictures } from './pictures.ts'

/** What the pieces cannot do without; an engine that lacks one of them keeps the page as the server made it. */
const needed = ['fetch', 'AbortController', 'URLSearchParams']
/** A form that is not there by then is opened by its link, in ms (specification section 9). */
const patienceMs = 10_000

/** Begins what scripts add to all pages; the rest is loaded when somebody comes near it. */
export function enhance(): void {
  if (document.documentElement.hasAttribute('data-enhanced')) return
  holdBusyForms()
  watchPictures()
  if (!needed.every((name) => name in window)) return
  addEventListener('click', openNear, true)
  addEventListener('keydown', leaveForm)
  addEventListener('focusin', ({ target }) => suggestIn(target))
  suggestIn(document.activeElement)
  offerShare()
  document.documentElement.setAttribute('data-enhanced', '')
}

/** Escape closes the form that came with the document; those that scripts opened hear it themselves. */
function leaveForm({ key }: KeyboardEvent): void {
  if (key === 'Escape') document.querySelector<HTMLElement>('div > dialog[open] [data-close]')?.click()
}

/** A form that opens over the page, and the filters on a phone. */
function openNear(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
  if (!(event.target instanceof Element)) return
  const link = event.target.closest<HTMLAnchorElement>('a[href*="modal="]')
  if (link !== null && 'HTMLDialogElement' in window && 'showModal' in HTMLDialogElement.prototype) {
    event.preventDefault()
    orLeave(
      import('./modal.ts').then(({ openModal }) => openModal(link)),
      link.href,
    )
  }
  const summary = event.target.closest<HTMLElement>('[data-sheet] > summary')
  if (summary !== null) orNot(import('./filter-sheet.ts').then(({ showSheet }) => showSheet(summary)))
}

function orLeave(work: Promise<unknown>, href: string): void {
  let isOver = false
  const leave = () => {
    if (!isOver) location.assign(href)
    isOver = true
  }
  const timer = setTimeout(leave, patienceMs)
  work.then(() => clearTimeout(timer), leave)
}

/** A piece whose file did not come is done without. */
function orNot(work: Promise<unknown>): void {
  work.catch(() => undefined)
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}

function suggestIn(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'search') return
  orNot(import('./suggest.ts').then(({ suggestFor }) => suggestFor(target)))
}

/** A page may come later, by a navigation without a document. */
function offerShare(): void {
  const offer = () => {
    if (document.querySelector('[data-share]:empty') === null) return
    orNot(import('./share-button.ts').then(({ addShareButtons }) => addShareButtons()))
  }
  offer()
  new MutationObserver(offer).observe(document.body, { childList: true, subtree: true })
}
