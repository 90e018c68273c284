import { clockWarning } from '../device/clock.ts'
import type { KioskState } from '../desk/state.ts'
import styles from './kiosk.module.css'

/** What staff should see to, in a sentence each; the kiosk works on. */
export function Troubles({ state: { troubles, offset, list } }: { state: KioskState }) {
  const clock = clockWarning(offset)
  const empty =
    list !== undefined && list.people.length === 0 ? '名单是空的：只能现场登记，或联网扫码。' : undefined
  const words = [...Object.values(troubles), clock, empty].filter((each) => each !== undefined)
  if (words.length === 0) return null
  return (
    <ul className={styles.troubles} aria-live="polite">
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}
