import { type FormEvent, useState } from 'react'
import type { KioskController } from '../controller/kiosk-controller.ts'
import styles from './staff-panel.module.css'

/** Form that pairs a revoked device again; its queue is uploaded after that. */
export function RePair({ kiosk }: { kiosk: KioskController }) {
  const [code, setCode] = useState('')
  const [message, setMessage] = useState('')
  const pair = async (event: FormEvent) => {
    event.preventDefault()
    setMessage('正在配对…')
    const problem = await kiosk.pairAgain(code)
    if (problem === undefined) window.location.reload()
    else setMessage(problem)
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
      <output>{message}</output>
    </form>
  )
}
