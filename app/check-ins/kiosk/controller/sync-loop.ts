import type { WorkerUpdates } from '../register-worker.ts'
import type { KioskController } from './kiosk-controller.ts'

/** Interval of synchronisation in ms, online and offline. */
const onlineIntervalMs = 30_000
const offlineIntervalMs = 8_000
/** Interval of the check for a new version, in ms. */
const updateIntervalMs = 10 * 60_000

/**
 * Synchronises a kiosk with the server periodically, and activates a new version while the queue is empty and nobody
 * types.
 */
export function startSyncLoop(kiosk: KioskController, updates: WorkerUpdates | undefined): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = async () => {
    clearTimeout(timer)
    await kiosk.synchronise().catch(() => undefined)
    const { waiting, busy } = kiosk.get()
    if (waiting === 0 && !busy) updates?.activateUpdate()
    const interval = kiosk.get().connection.online ? onlineIntervalMs : offlineIntervalMs
    clearTimeout(timer)
    timer = setTimeout(() => void tick(), interval * (0.8 + Math.random() * 0.4))
  }
  window.addEventListener('online', () => void tick())
  window.addEventListener('offline', () => kiosk.set({ connection: { online: false, answers: [] } }))
  setInterval(() => updates?.checkForUpdate(), updateIntervalMs)
  void tick()
}
