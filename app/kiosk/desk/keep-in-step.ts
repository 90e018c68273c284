import type { Versions } from '../register-worker.ts'
import type { Kiosk } from './kiosk.ts'

/** How often the server is asked how things stand, in ms; sooner while the line is cut. */
const usualPause = 30_000
const cutPause = 8_000
/** How often a new version is looked for, in ms. */
const versionPause = 10 * 60_000

/** Keeps a kiosk in step with the server, and takes a new version when nothing waits and nobody types. */
export function keepInStep(kiosk: Kiosk, versions: Versions | undefined): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const beat = async () => {
    clearTimeout(timer)
    await kiosk.synchronise().catch(() => undefined)
    const { waiting, busy } = kiosk.get()
    if (waiting === 0 && !busy) versions?.takeOver()
    const pause = kiosk.get().line.online ? usualPause : cutPause
    clearTimeout(timer)
    timer = setTimeout(() => void beat(), pause * (0.8 + Math.random() * 0.4))
  }
  window.addEventListener('online', () => void beat())
  window.addEventListener('offline', () => kiosk.set({ line: { online: false, answers: [] } }))
  setInterval(() => versions?.look(), versionPause)
  void beat()
}
