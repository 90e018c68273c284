import type { KioskDatabase } from './store/database.ts'
import { pairDevice } from './sync/pair-device.ts'

/** Shows the field for a pairing code on the plain page, and makes this browser a kiosk when the code is right. */
export function openPairingForm(database: KioskDatabase): void {
  const box = document.getElementById('pairing')
  const form = box?.querySelector('form')
  const field = form?.querySelector('input')
  const says = form?.querySelector('output')
  if (!box || !form || !field || !says) return
  box.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    says.textContent = '正在配对…'
    pairDevice(database, field.value).then(
      (problem) => {
        says.textContent = problem ?? '已配对，正在打开离线签到…'
        if (problem === undefined) window.location.replace(window.location.pathname)
        else field.focus()
      },
      () => {
        says.textContent = '本机没有空间保存配对，请清理后再试。'
      },
    )
  })
}
