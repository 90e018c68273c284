import { useState } from 'react'
import { timeOfDay } from '../device/clock.ts'
import type { KioskController } from '../controller/kiosk-controller.ts'
import { findGuests, labelOf } from '../controller/find-guests.ts'
import type { KioskState } from '../controller/state.ts'
import styles from './staff-panel.module.css'

/** Undoes a mistaken check-in after a confirmation; needs the server. */
export function UndoCheckIn({ kiosk, state }: { kiosk: KioskController; state: KioskState }) {
  const { list, kind, arrivals } = state
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<number>()
  const [message, setMessage] = useState('')
  const found = findGuests(list?.people ?? [], kind, typed).flatMap((guest) => {
    const since = arrivals.get(guest.id) ?? guest.checked_in_at
    return since === undefined ? [] : { guest, since }
  })
  return (
    <section aria-labelledby="staff-undo">
      <h2 id="staff-undo">撤销签到</h2>
      <p className={styles.row}>
        <label htmlFor="undo-find">签错的来宾：姓名或手机后四位</label>
        <input
          id="undo-find"
          className={styles.code}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setMessage('')
          }}
        />
        <output>{message}</output>
      </p>
      <ul className={styles.notes}>
        {found.map(({ guest, since }) => (
          <li key={guest.id}>
            <p>
              <b>{labelOf(guest)}</b> 已签到 {timeOfDay(since)}
            </p>
            <button
              type="button"
              className={asked === guest.id ? styles.danger : styles.quiet}
              onClick={() => {
                if (asked !== guest.id) return setAsked(guest.id)
                setAsked(undefined)
                setMessage('正在撤销…')
                return void kiosk.undo(guest).then(setMessage, () => setMessage('没有撤销，请再试一次。'))
              }}
            >
              {asked === guest.id ? '确认撤销' : '撤销签到'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
