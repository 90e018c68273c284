import styles from './kiosk.module.css'
import { useIdle } from './use-idle.ts'

/** Time after which an idle form is cleared, and how long before that the countdown is shown, in s. */
const idleSeconds = 45
const countdownSeconds = 15

type Props = {
  /** Whether there is anything to clear. */
  active: boolean
  onEnd: () => void
}

/** Clears an idle form after a visible countdown; typing and tapping restart it. */
export function IdleNotice({ active, onEnd }: Props) {
  const left = useIdle({ seconds: active ? idleSeconds : undefined, onEnd, resetsOnInput: true })
  if (left === undefined || left > countdownSeconds) return null
  return (
    <p className={styles.idle} role="timer">
      {left} 秒后清空已填写的内容。
      <button type="button" className={styles.small}>
        继续填写
      </button>
    </p>
  )
}
