import { kioskPaths } from '#server/contract/check-ins/check-in-paths.ts'
import { activateMessage, workerUrl } from './worker-messages.ts'

/** Updates of the service worker. */
export type WorkerUpdates = {
  /** Activates a waiting version, which reloads the page; call it only when nothing can be lost. */
  readonly activateUpdate: () => void
  /** Asks the server for a new version. */
  readonly checkForUpdate: () => void
}

/**
 * Registers the service worker for each of the kiosk's paths, so that it controls no other page of the site. A new
 * version waits until `activateUpdate` is called, so that a page in use does not reload by itself. @throws Error where
 * the browser refuses.
 */
export async function registerWorker(reload: () => void): Promise<WorkerUpdates> {
  const registrations = await Promise.all(
    kioskPaths.map((scope) => navigator.serviceWorker.register(workerUrl, { scope, updateViaCache: 'none' })),
  )
  let activating = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (activating) reload()
  })
  return {
    activateUpdate() {
      for (const { waiting } of registrations) {
        if (!waiting) continue
        activating = true
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
        waiting.postMessage(activateMessage)
      }
    },
    checkForUpdate() {
      for (const registration of registrations) registration.update().catch(() => undefined)
    },
  }
}

/** Resolves when the page can be opened without a network; rejects where the worker could not be installed. */
export async function workerReady(): Promise<void> {
  await navigator.serviceWorker.ready
}

/** Unregisters the worker and deletes its caches. */
export async function unregisterWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('kiosk-')).map((name) => caches.delete(name)))
}
