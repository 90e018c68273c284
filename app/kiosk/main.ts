import { missingCapability } from './device/capabilities.ts'
import { openPairingForm } from './pairing.ts'
import { openKioskDatabase } from './store/database.ts'
import { readSettings } from './store/settings.ts'

/**
 * The check-in pages' own script. On a paired device it puts the kiosk in the place of the plain form; elsewhere the
 * form stays as the server made it, and staff get the field for their pairing code.
 */
async function start(): Promise<void> {
  const place = document.getElementById('kiosk')
  if (place === null) return
  const missing = missingCapability()
  if (missing !== undefined) return say(missing)
  const database = await openKioskDatabase()
  const { device } = await readSettings(database)
  if (device === undefined) {
    // The page that a worker kept has no form of its own.
    if (place.hasAttribute('data-shell')) window.location.replace(`${window.location.pathname}?plain=1`)
    return openPairingForm(database)
  }
  if (new URLSearchParams(window.location.search).has('plain')) return undefined
  const { openKiosk } = await import('./views/open-kiosk.tsx')
  await openKiosk({ place, database, device })
}

/** Says in the plain page why it cannot work without a network. */
function say(words: string): void {
  const note = document.getElementById('kiosk-note')
  if (note === null) return
  note.textContent = words
  note.hidden = false
}

start().catch(() => say('离线签到没有启动，本页只能联网签到。可以刷新再试，未上传的签到仍保存在本机。'))
