import styles from './kiosk.module.css'
import { useIdle } from './use-idle.ts'

/** How long a half-filled screen stands untouched, in s, and for how long its end is announced. */
const patience = 45
const announced = 15

type Props = {
  /** Whether there is anything to clear. */
  active: boolean
  onEnd: () => void
}

/** Clears a half-filled screen that nobody touches, visibly; typing and pressing keep it. */
export function IdleNotice({ active, onEnd }: Props) {
  const left = useIdle({ seconds: active ? patience : undefined, onEnd, wakes: true })
  if (left === undefined || left > announced) return null
  return (
    <p className={styles.idle} role="timer">
      {left} 秒后清空已填写的内容。
      <button type="button" className={styles.small}>
        继续填写
      </button>
    </p>
  )
}
