import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Kiosk } from '../desk/kiosk.ts'
import type { KioskState } from '../desk/state.ts'
import { hasPin, tryPin } from '../store/staff-pin.ts'
import { PinField } from './pin-field.tsx'
import { RePair } from './re-pair.tsx'
import { StaffPanel } from './staff-panel.tsx'
import styles from './staff-panel.module.css'
import { useIdle } from './use-idle.ts'

type Props = { kiosk: Kiosk; state: KioskState; onClose: () => void }

/** How long the panel stays open untouched, in s. */
const patience = 120

/** The panel of the staff, behind their PIN where this device has one. */
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

/** A component of its own: it renders anew at every key, and a field rendered with it would lose what was typed. */
function CloseWhenIdle({ onEnd }: { onEnd: () => void }) {
  useIdle({ seconds: patience, onEnd, wakes: true })
  return null
}

type PinProps = { kiosk: Kiosk; onOpen: () => void; onClose: () => void }

function PinForm({ kiosk, onOpen, onClose }: PinProps) {
  const [typed, setTyped] = useState('')
  const [says, setSays] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const open = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await tryPin(kiosk.database, typed, Date.now())
    if (outcome === 'right') return onOpen()
    setTyped('')
    setSays(outcome === 'wait' ? '输错太多次，请一分钟后再试。' : '密码不正确。')
    return field.current?.focus()
  }
  return (
    <div className={styles.panel}>
      <h1>工作人员</h1>
      <form className={styles.row} onSubmit={(event) => void open(event)} autoComplete="off">
        <PinField id="staff-pin" label="工作人员密码" typed={typed} onType={setTyped} field={field} />
        <button type="submit">打开</button>
        <output>{says}</output>
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
