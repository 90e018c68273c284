import type { KioskDatabase } from './store/database.ts'
import { pinPattern } from './store/staff-pin.ts'
import { pairDevice } from './sync/pair-device.ts'

/** Shows the field for a pairing code on the plain page, and makes this browser a kiosk when the code is right. */
export function openPairingForm(database: KioskDatabase): void {
  const box = document.getElementById('pairing')
  const form = box?.querySelector('form')
  const field = form?.querySelector<HTMLInputElement>('#pairing-code')
  const pin = form?.querySelector<HTMLInputElement>('#pairing-pin')
  const says = form?.querySelector('output')
  if (!box || !form || !field || !pin || !says) return
  box.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (pin.value !== '' && !pinPattern.test(pin.value)) {
      says.textContent = '工作人员密码请填 4 到 8 位数字，或留空。'
      return pin.focus()
    }
    says.textContent = '正在配对…'
    return void pairDevice(database, field.value, pin.value === '' ? undefined : pin.value).then(
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
