import { type FormEvent, useState } from 'react'
import type { Kiosk } from '../desk/kiosk.ts'
import styles from './staff-panel.module.css'

/** Pairs a device again that the server knows no more; what waits in its queue is uploaded after that. */
export function RePair({ kiosk }: { kiosk: Kiosk }) {
  const [code, setCode] = useState('')
  const [says, setSays] = useState('')
  const pair = async (event: FormEvent) => {
    event.preventDefault()
    setSays('正在配对…')
    const problem = await kiosk.pairAgain(code)
    if (problem === undefined) window.location.reload()
    else setSays(problem)
  }
  return (
    <form className={styles.row} onSubmit={(event) => void pair(event)} autoComplete="off">
      <label htmlFor="pair-again">新的配对码</label>
      <input
        id="pair-again"
        className={styles.code}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <button type="submit">重新配对</button>
      <output>{says}</output>
    </form>
  )
}
