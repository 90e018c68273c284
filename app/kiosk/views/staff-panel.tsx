import { useEffect, useRef, useState } from 'react'
import { timeOfDay } from '../device/clock.ts'
import type { LineMode } from '../device/line.ts'
import type { Kiosk } from '../desk/kiosk.ts'
import type { KioskState } from '../desk/state.ts'
import { dropWorker } from '../register-worker.ts'
import { PinSetting } from './pin-setting.tsx'
import { RePair } from './re-pair.tsx'
import styles from './staff-panel.module.css'
import { StaffNotes } from './staff-notes.tsx'
import { Troubles } from './troubles.tsx'
import { UndoCheckIn } from './undo-check-in.tsx'

type Props = { kiosk: Kiosk; state: KioskState; onClose: () => void }

const modes: readonly { mode: LineMode; label: string }[] = [
  { mode: 'auto', label: '自动切换' },
  { mode: 'online', label: '一直等服务器' },
  { mode: 'offline', label: '先记在本机' },
]

/** What staff can see and do: the line, the queue, refusals, conflicts, the list, the device. */
export function StaffPanel({ kiosk, state, onClose }: Props) {
  const { mode, waiting, list, facts, device } = state
  const [says, setSays] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const synchronise = async () => {
    setSays('正在同步…')
    const before = kiosk.get().lastSync
    await kiosk.synchronise().catch(() => undefined)
    const { lastSync, waiting: left } = kiosk.get()
    const heard = lastSync !== undefined && lastSync !== before
    setSays(heard ? `已同步，还有 ${left} 条待上传。` : '没有连上服务器，稍后会自动重试。')
  }

  return (
    <div className={styles.panel}>
      <h1 tabIndex={-1} ref={heading}>
        工作人员
      </h1>
      <Troubles state={state} />
      <section aria-labelledby="staff-sync">
        <h2 id="staff-sync">同步</h2>
        <p>
          {waiting === 0 ? '没有等待上传的签到。' : `${waiting} 条签到等待上传，会自动重试，不会丢失。`}
          {facts === undefined
            ? ''
            : `服务器上已到 ${facts.checked_in} / ${facts.registered} 人，另有现场登记 ${facts.walk_ins} 人。`}
        </p>
        <p className={styles.row}>
          <button type="button" onClick={() => void synchronise()}>
            立即同步
          </button>
          <output>{says}</output>
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
      <StaffNotes kiosk={kiosk} state={state} />
      <UndoCheckIn kiosk={kiosk} state={state} />
      <PinSetting kiosk={kiosk} />
      <section aria-labelledby="staff-device">
        <h2 id="staff-device">本机</h2>
        <p>
          {device.name} · {device.event.title}
          <br />
          {list === undefined
            ? '还没有名单，离线时只能现场登记或扫票码。'
            : `名单 ${list.total} 人，${timeOfDay(list.downloadedAt)} 更新，活动结束后自动清除。`}
        </p>
        {state.troubles.device === undefined ? null : <RePair kiosk={kiosk} />}
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

/** Ends the pairing, in two presses, and never with a queue. */
function Unpair({ kiosk, waiting }: { kiosk: Kiosk; waiting: number }) {
  const [asked, setAsked] = useState(false)
  if (waiting > 0) return <p>还有 {waiting} 条待上传，上传完才能解除配对或换活动。</p>
  const unpair = async () => {
    if (!(await kiosk.unpair())) return kiosk.refresh()
    await dropWorker()
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
