import { type FormEvent, useEffect, useState } from 'react'
import type { KioskController } from '../controller/kiosk-controller.ts'
import { hasPin, pinPattern, setPin } from '../store/staff-pin.ts'
import { PinField } from './pin-field.tsx'
import styles from './staff-panel.module.css'

/** Sets, changes or removes the staff PIN. */
export function PinSetting({ kiosk }: { kiosk: KioskController }) {
  const [isSet, setIsSet] = useState<boolean>()
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState('')
  useEffect(() => {
    hasPin(kiosk.database).then(setIsSet, () => undefined)
  }, [kiosk])
  const savePin = (pin: string | undefined, done: string) =>
    setPin(kiosk.database, pin).then(
      () => {
        setIsSet(pin !== undefined)
        setTyped('')
        setMessage(done)
      },
      () => setMessage('本机无法保存，请清理空间后再试。'),
    )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!pinPattern.test(typed)) return setMessage('请填 4 到 8 位数字。')
    return void savePin(typed, '已保存，下次打开这个面板时要输入。')
  }
  return (
    <section aria-labelledby="staff-pin-title">
      <h2 id="staff-pin-title">工作人员密码</h2>
      <p>{isSet === true ? '已设密码。' : '没有设密码：来宾也能打开这个面板。'}</p>
      <form className={styles.row} onSubmit={save} autoComplete="off">
        <PinField
          id="new-pin"
          label={`${isSet === true ? '新密码' : '密码'}（4 到 8 位数字）`}
          isNew
          typed={typed}
          onType={setTyped}
        />
        <button type="submit">保存</button>
        {isSet === true ? (
          <button
            type="button"
            className={styles.quiet}
            onClick={() => void savePin(undefined, '已清除密码。')}
          >
            清除密码
          </button>
        ) : null}
        <output>{message}</output>
      </form>
    </section>
  )
}
