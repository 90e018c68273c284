import { useState } from 'react'
import type { Outcome } from '../controller/outcome.ts'
import { useIdle } from './use-idle.ts'
import styles from './outcome-view.module.css'

/** Time an outcome is shown, in s: a refusal has more text. */
const seconds = { good: 8, note: 10, bad: 20 } as const

const icons = {
  good: 'M5 13l5 5 9-11',
  note: 'M12 5v9M12 18.500v.5',
  bad: 'M6 6l12 12M18 6L6 18',
} as const

type Props = {
  outcome: Outcome
  /** That of the guest before, whose code was scanned just before this one. */
  before?: Outcome | undefined
  onNext: () => void
}

/** Shows one outcome by colour, text and icon, then returns to the check-in screen by itself. */
export function OutcomeView({ outcome, before, onNext }: Props) {
  const { tone, title, name, detail, advice, id } = outcome
  const left = useIdle({ seconds: seconds[tone], onEnd: onNext, resetsOnInput: false })
  const [unreadable, setUnreadable] = useState(false)
  return (
    <div className={`${styles.outcome} ${styles[tone]}`}>
      <div role="alert">
        <svg viewBox="0 0 24 24" width="120" height="120" aria-hidden="true" focusable="false">
          <path d={icons[tone]} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        </svg>
        <h1>{title}</h1>
        {name === undefined ? null : <p className={styles.name}>{name}</p>}
        {detail === undefined ? null : <p>{detail}</p>}
        {advice === undefined ? null : <p>{advice}</p>}
        {before === undefined ? null : (
          <p>
            上一位{before.name === undefined ? '' : ` ${before.name}`}：{before.title}
          </p>
        )}
      </div>
      {id === undefined || unreadable ? null : (
        <p className={styles.code}>
          <img
            src={`/media/checkins/${id}.svg`}
            width={180}
            height={180}
            alt="签到详情的二维码"
            onError={() => setUnreadable(true)}
          />
          手机扫一扫，带走参展名单和开放日
        </p>
      )}
      <button type="button" onClick={onNext}>
        下一位
      </button>
      <p className={styles.left} role="timer">
        {left} 秒后自动返回
      </p>
    </div>
  )
}
