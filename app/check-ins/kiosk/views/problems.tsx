import { clockWarning } from '../device/clock.ts'
import type { KioskState } from '../controller/state.ts'
import styles from './kiosk.module.css'

/** Problems that staff should know; the kiosk continues to work. */
export function Problems({ state: { problems, offset, list } }: { state: KioskState }) {
  const clock = clockWarning(offset)
  const empty =
    list !== undefined && list.people.length === 0 ? '名单是空的：只能现场登记，或联网扫码。' : undefined
  const messages = [...Object.values(problems), clock, empty].filter((each) => each !== undefined)
  if (messages.length === 0) return null
  return (
    <ul className={styles.problems} aria-live="polite">
      {messages.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}
