import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { KioskController } from '../controller/kiosk-controller.ts'
import type { KioskState } from '../controller/state.ts'
import { hasPin, verifyPin } from '../store/staff-pin.ts'
import { PinField } from './pin-field.tsx'
import { RePair } from './re-pair.tsx'
import { StaffPanel } from './staff-panel.tsx'
import styles from './staff-panel.module.css'
import { useIdle } from './use-idle.ts'

type Props = { kiosk: KioskController; state: KioskState; onClose: () => void }

/** Time after which an idle panel closes, in s. */
const idleSeconds = 120

/** The staff panel, protected by the PIN where this device has one. */
export function StaffGate({ kiosk, state, onClose }: Props) {
  const [isOpen, setOpen] = useState<boolean>()
  useEffect(() => {
    hasPin(kiosk.database).then(
      (has) => setOpen(!has),
      () => setOpen(false),
    )
  }, [kiosk])
  if (isOpen === undefined) return null
  return (
    <>
      <CloseWhenIdle onEnd={onClose} />
      {isOpen ? (
        <StaffPanel kiosk={kiosk} state={state} onClose={onClose} />
      ) : (
        <PinForm kiosk={kiosk} onOpen={() => setOpen(true)} onClose={onClose} />
      )}
    </>
  )
}

/** Closes the idle panel. A component of its own, since it renders at every key and must not render the fields. */
function CloseWhenIdle({ onEnd }: { onEnd: () => void }) {
  useIdle({ seconds: idleSeconds, onEnd, resetsOnInput: true })
  return null
}

type PinProps = { kiosk: KioskController; onOpen: () => void; onClose: () => void }

function PinForm({ kiosk, onOpen, onClose }: PinProps) {
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const open = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await verifyPin(kiosk.database, typed, Date.now())
    if (outcome === 'correct') return onOpen()
    setTyped('')
    setMessage(outcome === 'locked' ? '输错太多次，请一分钟后再试。' : '密码不正确。')
    return field.current?.focus()
  }
  return (
    <div className={styles.panel}>
      <h1>工作人员</h1>
      <form className={styles.row} onSubmit={(event) => void open(event)} autoComplete="off">
        <PinField id="staff-pin" label="工作人员密码" typed={typed} onType={setTyped} field={field} />
        <button type="submit">打开</button>
        <output>{message}</output>
      </form>
      <details>
        <summary>忘了密码</summary>
        <p>请负责人生成新的配对码，在这里重新配对。密码随之清除，未上传的签到不受影响。</p>
        <RePair kiosk={kiosk} />
      </details>
      <p>
        <button type="button" onClick={onClose}>
          返回签到
        </button>
      </p>
    </div>
  )
}
