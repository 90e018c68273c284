import { showPairingForm } from './pairing-form.ts'
import { openKioskDatabase } from './store/database.ts'
import { readSettings } from './store/settings.ts'

/**
 * Entry point of the check-in pages' script. On a paired device it replaces the server-rendered form by the kiosk;
 * elsewhere the form stays and staff get the field for a pairing code.
 */
async function start(): Promise<void> {
  const root = document.getElementById('kiosk')
  if (root === null) return
  const missing = missingCapability()
  if (missing !== undefined) return showNote(missing)
  const database = await openKioskDatabase()
  const { device } = await readSettings(database)
  if (device === undefined) {
    // The page from the worker's cache has no form.
    if (root.hasAttribute('data-shell')) window.location.replace(`${window.location.pathname}?plain=1`)
    return showPairingForm(database)
  }
  if (new URLSearchParams(window.location.search).has('plain')) return undefined
  const { openKiosk } = await import('./views/open-kiosk.tsx')
  await openKiosk({ root, database, device })
}

/** The capability a kiosk needs and this browser lacks, as a message for staff; undefined when it has all. */
function missingCapability(): string | undefined {
  if (!window.isSecureContext) {
    return '这个地址不是加密连接（https），浏览器不允许离线保存。本页只能联网签到。'
  }
  const lacks = !('serviceWorker' in navigator) || !('indexedDB' in window) || !('subtle' in crypto)
  return lacks ? '这个浏览器不支持离线签到。本页只能联网签到，请换用新版 Chrome、Edge 或 Safari。' : undefined
}

/** Shows on the server-rendered page why it cannot work offline. */
function showNote(text: string): void {
  const note = document.getElementById('kiosk-note')
  if (note === null) return
  note.textContent = text
  note.hidden = false
}

start().catch(() => showNote('离线签到没有启动，本页只能联网签到。可以刷新再试，未上传的签到仍保存在本机。'))
