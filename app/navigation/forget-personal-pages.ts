/** Pages that show a visitor's own data. */
const personal = /^\/(?:personal|mycollect|order)(?:\/|$)/

/**
 * Some browsers bring back a page as it was left, although its answer forbids to keep it: a visitor's own page is hidden
 * when it is left and asked for anew when it comes back, so that nothing is seen after a logout.
 */
export function forgetPersonalPages(): void {
  if (!personal.test(window.location.pathname)) return
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) document.documentElement.style.visibility = 'hidden'
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
