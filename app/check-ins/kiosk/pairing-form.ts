import type { KioskDatabase } from './store/database.ts'
import { pinPattern } from './store/staff-pin.ts'
import { pairDevice } from './sync/pair-device.ts'

/** Shows the pairing form on the server-rendered page, and pairs this browser when the code is right. */
export function showPairingForm(database: KioskDatabase): void {
  const box = document.getElementById('pairing')
  const form = box?.querySelector('form')
  const field = form?.querySelector<HTMLInputElement>('#pairing-code')
  const pin = form?.querySelector<HTMLInputElement>('#pairing-pin')
  const output = form?.querySelector('output')
  if (!box || !form || !field || !pin || !output) return
  box.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (pin.value !== '' && !pinPattern.test(pin.value)) {
      output.textContent = '工作人员密码请填 4 到 8 位数字，或留空。'
      return pin.focus()
    }
    output.textContent = '正在配对…'
    return void pairDevice(database, field.value, pin.value === '' ? undefined : pin.value).then(
      (problem) => {
        output.textContent = problem ?? '已配对，正在打开离线签到…'
        if (problem === undefined) window.location.replace(window.location.pathname)
        else field.focus()
      },
      () => {
        output.textContent = '本机没有空间保存配对，请清理后再试。'
      },
    )
  })
}
