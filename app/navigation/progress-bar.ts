/** A navigation quicker than this shows nothing, in ms. */
const quietMs = 200

let timer = 0
let bar: HTMLElement | undefined

/** Shows a thin bar at the upper edge when a navigation takes longer than 200 ms. */
export function startProgress(): void {
  clearTimeout(timer)
  timer = window.setTimeout(show, quietMs)
}

/** The page is there, or will never be. */
export function endProgress(): void {
  clearTimeout(timer)
  bar?.remove()
  bar = undefined
}

function show(): void {
  if (bar !== undefined) return
  bar = document.createElement('div')
  bar.dataset['progress'] = ''
  bar.setAttribute('aria-hidden', 'true')
  Object.assign(bar.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    width: '100%',
    height: '3px',
    zIndex: '2000',
    background: 'var(--brand)',
    transformOrigin: '0',
    transform: 'scaleX(.1)',
    ...(prefersStillness() ? {} : { transition: 'transform 8s cubic-bezier(0,.6,.2,1)' }),
  })
  document.body.append(bar)
  // Read once, so that the bar grows from its beginning.
  void bar.offsetWidth
  bar.style.transform = 'scaleX(.9)'
}

/** Whether this visitor asked for less motion. */
export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
