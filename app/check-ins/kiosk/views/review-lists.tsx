import { timeOfDay } from '../device/clock.ts'
import type { KioskController } from '../controller/kiosk-controller.ts'
import type { KioskState } from '../controller/state.ts'
import styles from './staff-panel.module.css'

/** Lists for staff to review: refused check-ins until they are dismissed, and guests checked in by two devices. */
export function ReviewLists({
  kiosk,
  state: { refused, eventState },
}: {
  kiosk: KioskController
  state: KioskState
}) {
  const conflicts = eventState?.conflicts ?? []
  return (
    <>
      <section aria-labelledby="staff-refused">
        <h2 id="staff-refused">被拒绝的签到（{refused.length}）</h2>
        {refused.length === 0 ? <p>没有。</p> : null}
        <ul className={styles.notes}>
          {refused.map(({ nonce, label, at, message }) => (
            <li key={nonce}>
              <p>
                <b>{label}</b> {timeOfDay(at)}
                <br />
                {message}
              </p>
              <button type="button" className={styles.quiet} onClick={() => void kiosk.dismissRefusal(nonce)}>
                已处理
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="staff-conflicts">
        <h2 id="staff-conflicts">两台设备重复签到（{conflicts.length}）</h2>
        {conflicts.length === 0 ? <p>没有。</p> : null}
        <ul className={styles.notes}>
          {conflicts.map((each) => (
            <li key={each.registration_id}>
              <p>
                <b>{each.name}</b>
                <br />
                {timeOfDay(each.first_at)} {each.first_device ?? '其他设备'}；{timeOfDay(each.second_at)}{' '}
                {each.second_device ?? '其他设备'}。只计一次，请核对是否同一人。
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
