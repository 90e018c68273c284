/** Addresses that the service worker serves, each by a registration of its own: the rest of the site never meets it. */
export const scopes = ['/parents/', '/exhibitors/', '/signdetail/'] as const

/** What a page wants to know of versions. */
export type Versions = {
  /** Takes a new version if one waits, which loads the page anew; call it only when nothing can be lost. */
  readonly takeOver: () => void
  /** Looks for a new version. */
  readonly look: () => void
}

/**
 * Registers the worker at the three addresses. A new version waits until `takeOver` is called: the page in front of a
 * queue of people stays what it is. @throws Error where the browser refuses.
 */
export async function registerWorker(reload: () => void): Promise<Versions> {
  const registrations = await Promise.all(
    scopes.map((scope) =>
      navigator.serviceWorker.register('/kiosk-worker.js', { scope, updateViaCache: 'none' }),
    ),
  )
  let asked = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (asked) reload()
  })
  return {
    takeOver() {
      for (const { waiting } of registrations) {
        if (!waiting) continue
        asked = true
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
        waiting.postMessage('take-over')
      }
    },
    look() {
      for (const registration of registrations) registration.update().catch(() => undefined)
    },
  }
}

/** Resolves when the page can be opened without a network; rejects where the worker could not be installed. */
export async function workerReady(): Promise<void> {
  await navigator.serviceWorker.ready
}

/** Takes the worker and what it keeps off this device. */
export async function dropWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('kiosk-')).map((name) => caches.delete(name)))
}
