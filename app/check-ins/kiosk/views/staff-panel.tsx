import { useEffect, useRef, useState } from 'react'
import { timeOfDay } from '../device/clock.ts'
import type { ConnectionMode } from '../device/connection.ts'
import type { KioskController } from '../controller/kiosk-controller.ts'
import type { KioskState } from '../controller/state.ts'
import { unregisterWorker } from '../register-worker.ts'
import { PinSetting } from './pin-setting.tsx'
import { RePair } from './re-pair.tsx'
import styles from './staff-panel.module.css'
import { ReviewLists } from './review-lists.tsx'
import { Problems } from './problems.tsx'
import { UndoCheckIn } from './undo-check-in.tsx'

type Props = { kiosk: KioskController; state: KioskState; onClose: () => void }

const modes: readonly { mode: ConnectionMode; label: string }[] = [
  { mode: 'auto', label: '自动切换' },
  { mode: 'online', label: '一直等服务器' },
  { mode: 'offline', label: '先记在本机' },
]

/** The staff panel: connection, queue, refusals, conflicts, guest list, pairing. */
export function StaffPanel({ kiosk, state, onClose }: Props) {
  const { mode, waiting, list, eventState, device } = state
  const [message, setMessage] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const synchronise = async () => {
    setMessage('正在同步…')
    const before = kiosk.get().lastSync
    await kiosk.synchronise().catch(() => undefined)
    const { lastSync, waiting: left } = kiosk.get()
    const hasResponse = lastSync !== undefined && lastSync !== before
    setMessage(hasResponse ? `已同步，还有 ${left} 条待上传。` : '没有连上服务器，稍后会自动重试。')
  }

  return (
    <div className={styles.panel}>
      <h1 tabIndex={-1} ref={heading}>
        工作人员
      </h1>
      <Problems state={state} />
      <section aria-labelledby="staff-sync">
        <h2 id="staff-sync">同步</h2>
        <p>
          {waiting === 0 ? '没有等待上传的签到。' : `${waiting} 条签到等待上传，会自动重试，不会丢失。`}
          {eventState === undefined
            ? ''
            : `服务器上已到 ${eventState.checked_in} / ${eventState.registered} 人，另有现场登记 ${eventState.walk_ins} 人。`}
        </p>
        <p className={styles.row}>
          <button type="button" onClick={() => void synchronise()}>
            立即同步
          </button>
          <output>{message}</output>
        </p>
      </section>
      <fieldset className={styles.modes}>
        <legend>联网方式</legend>
        {modes.map((each) => (
          <label key={each.mode}>
            <input
              type="radio"
              name="mode"
              checked={mode === each.mode}
              onChange={() => void kiosk.setMode(each.mode)}
            />
            {each.label}
          </label>
        ))}
      </fieldset>
      <ReviewLists kiosk={kiosk} state={state} />
      <UndoCheckIn kiosk={kiosk} state={state} />
      <PinSetting kiosk={kiosk} />
      <section aria-labelledby="staff-device">
        <h2 id="staff-device">本机</h2>
        <p>
          {device.name} · {device.event.title}
          <br />
          {list === undefined
            ? '还没有名单，离线时只能现场登记或扫入场码。'
            : `名单 ${list.total} 人，${timeOfDay(list.downloadedAt)} 更新，活动结束后自动清除。`}
        </p>
        {state.problems.device === undefined ? null : <RePair kiosk={kiosk} />}
        <Unpair kiosk={kiosk} waiting={waiting} />
      </section>
      <p>
        <button type="button" onClick={onClose}>
          返回签到
        </button>
      </p>
    </div>
  )
}

/** Ends the pairing after a confirmation; not offered while check-ins are queued. */
function Unpair({ kiosk, waiting }: { kiosk: KioskController; waiting: number }) {
  const [asked, setAsked] = useState(false)
  if (waiting > 0) return <p>还有 {waiting} 条待上传，上传完才能解除配对或换活动。</p>
  const unpair = async () => {
    if (!(await kiosk.unpair())) return kiosk.refresh()
    await unregisterWorker()
    return window.location.replace(`${window.location.pathname}?plain=1`)
  }
  return asked ? (
    <p className={styles.row}>
      <button type="button" className={styles.danger} onClick={() => void unpair()}>
        确认解除，清除本机名单
      </button>
      <button type="button" className={styles.quiet} onClick={() => setAsked(false)}>
        不解除
      </button>
    </p>
  ) : (
    <p className={styles.row}>
      <button type="button" className={styles.quiet} onClick={() => setAsked(true)}>
        解除配对 / 换活动
      </button>
    </p>
  )
}
