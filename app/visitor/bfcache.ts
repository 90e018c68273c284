import { isPrivatePath } from './private-paths.ts'

/**
 * Keeps private pages out of the back/forward cache, which some browsers use despite `no-store`: hides them on
 * pagehide and reloads them when they are restored, so that nothing is visible after a logout.
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
  return isPrivatePath(window.location.pathname) || /[?&]modal=/.test(window.location.search)
}
