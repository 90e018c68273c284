/** How long a toast stays unless told otherwise, in ms (specification section 9). */
const usualMs = 2000

type Options = {
  forMs?: number
  /** A press that the toast offers, such as 撤销. */
  press?: { word: string; act: () => void } | undefined
}

let region: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let leftMs = 0
let startedAt = 0

/**
 * Shows a message in the middle of the screen for 2,000 ms, in the place of the one before; it stays while a pointer or
 * the focus is on it. Never the only place of a message that matters.
 */
export function showToast(message: string, { forMs = usualMs, press }: Options = {}): void {
  const place = statusRegion()
  clearTimeout(timer)
  place.textContent = ''
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.append(message)
  if (press !== undefined) toast.append(' ', pressButton(press))
  toast.addEventListener('pointerenter', pause)
  toast.addEventListener('pointerleave', resume)
  toast.addEventListener('focusin', pause)
  toast.addEventListener('focusout', resume)
  place.append(toast)
  leftMs = forMs
  resume()
}

function pressButton({ word, act }: NonNullable<Options['press']>): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = word
  button.addEventListener('click', () => {
    close()
    act()
  })
  return button
}

function close(): void {
  clearTimeout(timer)
  if (region !== undefined) region.textContent = ''
}

function pause(): void {
  clearTimeout(timer)
  leftMs -= Date.now() - startedAt
}

function resume(): void {
  clearTimeout(timer)
  startedAt = Date.now()
  timer = setTimeout(close, Math.max(0, leftMs))
}

/** One for all toasts: a screen reader tells what changes in a region that it knows. An open dialog covers the rest. */
function statusRegion(): HTMLElement {
  if (region === undefined) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'toasts'
  }
  const place = document.querySelector('dialog[open]') ?? document.body
  if (region.parentNode !== place) place.append(region)
  return region
}
