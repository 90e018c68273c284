import { becomeOutdated } from './outdated.ts'
import { isSparing } from './intent.ts'

/** After the page has come to rest, and between two looks, in ms (specification section 9). */
const firstMs = 1000
const everyMs = 60 * 60 * 1000
const checkIn = /^\/(?:exhibitors|parents|signdetail)(?:\/|$)/

/** Looks for a newer build of the site: 1 s after the page is idle, then every hour; never where data is spared. */
export function watchBuild(): void {
  const idle = 'requestIdleCallback' in window ? window.requestIdleCallback : setTimeout
  idle(() => {
    setTimeout(() => {
      void look()
      setInterval(() => void look(), everyMs)
    }, firstMs)
  })
}

async function look(): Promise<void> {
  if (isSparing() || checkIn.test(window.location.pathname)) return
  try {
    const answer = await fetch('/builds/latest.json', { cache: 'no-cache' })
    const latest: { id?: unknown } = await answer.json()
    if (answer.ok && typeof latest.id === 'string' && latest.id !== window.__remixManifest.version)
      becomeOutdated()
  } catch {
    // Offline, or a host without it: the page stays as it is.
  }
}
