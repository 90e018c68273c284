import './filter-sheet.css'

/** From this width on, in px, the filters stand beside the list. */
const sideBySide = 900
const reachable = 'a[href], button, input:not([type="hidden"]), select'

/**
 * Shows the filters of a list as a sheet over the whole phone while their disclosure is open: the focus stays in it,
 * Escape and 关闭 close it and give the focus back. On wide pages the filters stand beside the list and nothing changes.
 */
export function showSheet(summary: HTMLElement): void {
  const details = summary.parentElement
  const panel = [...(details?.parentElement?.children ?? [])].find((one) => one.querySelector('fieldset'))
  if (!(details instanceof HTMLDetailsElement) || !(panel instanceof HTMLElement)) return
  if (panel.getAttribute('role') === 'dialog') return
  const shut = () => {
    details.open = false
    summary.focus()
  }
  const top = topBar(shut)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') shut()
    if (event.key === 'Tab') keepFocus(event, panel)
  }
  const links = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a') !== null) shut()
  }
  // A phone may be turned.
  const widen = () => {
    if (window.innerWidth >= sideBySide) shut()
  }
  const follow = () => {
    if (details.open) {
      panel.setAttribute('role', 'dialog')
      panel.setAttribute('aria-modal', 'true')
      panel.setAttribute('aria-label', '筛选')
      panel.prepend(top)
      panel.addEventListener('keydown', keys)
      addEventListener('resize', widen)
      // The page may be left, or filled with another list, by a navigation without a document.
      panel.addEventListener('submit', shut)
      panel.addEventListener('click', links)
      addEventListener('popstate', shut)
      document.documentElement.style.overflow = 'hidden'
      top.querySelector('button')?.focus()
    } else {
      for (const name of ['role', 'aria-modal', 'aria-label']) panel.removeAttribute(name)
      top.remove()
      panel.removeEventListener('keydown', keys)
      removeEventListener('resize', widen)
      panel.removeEventListener('submit', shut)
      panel.removeEventListener('click', links)
      removeEventListener('popstate', shut)
      document.documentElement.style.overflow = ''
      details.removeEventListener('toggle', follow)
    }
  }
  details.addEventListener('toggle', follow)
  if (details.open) follow()
}

function topBar(shut: () => void): HTMLElement {
  const bar = document.createElement('p')
  bar.className = 'sheet-top'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '关闭'
  button.addEventListener('click', shut)
  bar.append('筛选', button)
  return bar
}

function keepFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const all = [...panel.querySelectorAll<HTMLElement>(reachable)]
  const [first, last] = [all[0], all[all.length - 1]]
  const [from, to] = event.shiftKey ? [first, last] : [last, first]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
