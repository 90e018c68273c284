import { useEffect, useState } from 'react'
import { notFoundPath } from '#app/paths.ts'

/** How long the error page shows before it redirects, in seconds. */
const totalSeconds = 10

/** Redirects to the not-found page after a visible countdown of 10 s, which a button stops; nothing without scripts. */
export function Countdown() {
  const [left, setLeft] = useState<number>()
  const [stopped, setStopped] = useState(false)
  useEffect(() => {
    if (stopped) return undefined
    const end = Date.now() + totalSeconds * 1000
    const tick = () => {
      const seconds = Math.ceil((end - Date.now()) / 1000)
      setLeft(Math.max(0, seconds))
      if (seconds <= 0) {
        clearInterval(timer)
        window.location.assign(notFoundPath)
      }
    }
    const first = setTimeout(tick)
    const timer = setInterval(tick, 250)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [stopped])
  if (left === undefined) return null
  if (stopped) return <output>已停止自动跳转。</output>
  return (
    <p>
      <span role="timer">{left} 秒后自动离开此页。</span>{' '}
      <button type="button" className="button quiet" onClick={() => setStopped(true)}>
        停止跳转
      </button>
    </p>
  )
}
