import { createRoot } from 'react-dom/client'
import { createKioskController } from '../controller/kiosk-controller.ts'
import { onUnpaired } from '../controller/unpaired-channel.ts'
import { startSyncLoop } from '../controller/sync-loop.ts'
import { registerWorker, workerReady } from '../register-worker.ts'
import type { Device, KioskDatabase } from '../store/database.ts'
import { readOrCreateKey } from '../store/settings.ts'
import { App } from './app.tsx'
import { KioskErrorBoundary } from './kiosk-error-boundary.tsx'

type Given = { root: HTMLElement; database: KioskDatabase; device: Device }

/** Renders the kiosk of a paired device into the page, in place of the server-rendered form. */
export async function openKiosk({ root, database, device }: Given): Promise<void> {
  const kind = root.getAttribute('data-kind') === 'exhibitor' ? 'exhibitor' : 'parent'
  const kiosk = await createKioskController({ database, key: await readOrCreateKey(database), device, kind })
  // A query with a former guest's number must not stay in the address bar.
  window.history.replaceState(null, '', window.location.pathname)
  createRoot(root).render(
    <KioskErrorBoundary>
      <App
        kiosk={kiosk}
        plain={document.getElementById('plain')}
        siteName={root.getAttribute('data-site') ?? ''}
      />
    </KioskErrorBoundary>,
  )
  onUnpaired(() => {
    kiosk.uploader.stop()
    window.location.replace(`${window.location.pathname}?plain=1`)
  })
  requestWakeLock()
  try {
    const updates = await registerWorker(() => window.location.reload())
    startSyncLoop(kiosk, updates)
    await workerReady()
    kiosk.set({ offlineReady: true })
  } catch {
    kiosk.setProblem('worker', '这个浏览器没有保存离线页面：断网后请不要刷新或关闭本页，签到仍会保存。')
    startSyncLoop(kiosk, undefined)
  }
}

/** Holds a screen wake lock where the browser can; requests it again whenever the page becomes visible. */
function requestWakeLock(): void {
  if (!('wakeLock' in navigator)) return
  const request = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', request)
  request()
}
