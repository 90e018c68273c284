import { createRoot } from 'react-dom/client'
import { keepAwake } from '../device/wake-lock.ts'
import { createKiosk } from '../desk/kiosk.ts'
import { onUnpaired } from '../desk/tabs.ts'
import { keepInStep } from '../desk/keep-in-step.ts'
import { registerWorker, workerReady } from '../register-worker.ts'
import type { Device, KioskDatabase } from '../store/database.ts'
import { deviceKey } from '../store/settings.ts'
import { App } from './app.tsx'
import { KioskBoundary } from './kiosk-boundary.tsx'

type Given = { place: HTMLElement; database: KioskDatabase; device: Device }

/** Puts the kiosk of a paired device into the page, in the place of the plain form. */
export async function openKiosk({ place, database, device }: Given): Promise<void> {
  const kind = place.getAttribute('data-kind') === 'exhibitor' ? 'exhibitor' : 'parent'
  const kiosk = await createKiosk({ database, key: await deviceKey(database), device, kind })
  // Addresses with a former guest's number do not stay in the bar.
  window.history.replaceState(null, '', window.location.pathname)
  createRoot(place).render(
    <KioskBoundary>
      <App
        kiosk={kiosk}
        plain={document.getElementById('plain')}
        siteName={place.getAttribute('data-site') ?? ''}
      />
    </KioskBoundary>,
  )
  onUnpaired(() => {
    kiosk.uploader.stop()
    window.location.replace(`${window.location.pathname}?plain=1`)
  })
  keepAwake()
  try {
    const versions = await registerWorker(() => window.location.reload())
    keepInStep(kiosk, versions)
    await workerReady()
    kiosk.set({ keptOffline: true })
  } catch {
    kiosk.trouble('worker', '这个浏览器没有保存离线页面：断网后请不要刷新或关闭本页，签到仍会保存。')
    keepInStep(kiosk, undefined)
  }
}
