/** Pages that show a visitor's own data. */
const personal = /^\/(?:personal|mycollect|order|login)(?:\/|$)/

/**
 * Some browsers bring back a page as it was left, although its answer forbids to keep it, and no framework hears of it: a
 * visitor's own page is hidden when it is left and asked for anew when it comes back, so that nothing is seen after a logout.
 */
export function reloadPersonalPagesFromBfcache(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted && isPersonal()) document.documentElement.style.visibility = 'hidden'
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isPersonal()) window.location.reload()
  })
}

function isPersonal(): boolean {
  return personal.test(window.location.pathname) || /[?&]modal=/.test(window.location.search)
}
