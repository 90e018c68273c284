import { useEffect, useState } from 'react'

type Options = {
  /** How long without a sign of life until the end, in s; undefined: never. */
  seconds: number | undefined
  onEnd: () => void
  /** Whether pressing and typing begin the time anew. */
  wakes: boolean
}

const signsOfLife = ['keydown', 'input', 'pointerdown'] as const

/** Seconds that are left until the screen is cleared; undefined while none are counted. */
export function useIdle({ seconds, onEnd, wakes }: Options): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (seconds === undefined) return undefined
    let end = Date.now() + seconds * 1000
    const wake = () => {
      end = Date.now() + seconds * 1000
      setLeft(seconds)
    }
    const timer = setInterval(() => {
      const rest = Math.ceil((end - Date.now()) / 1000)
      setLeft(Math.max(0, rest))
      if (rest > 0) return
      clearInterval(timer)
      onEnd()
    }, 250)
    if (wakes) for (const sign of signsOfLife) document.addEventListener(sign, wake, true)
    return () => {
      clearInterval(timer)
      setLeft(undefined)
      for (const sign of signsOfLife) document.removeEventListener(sign, wake, true)
    }
  }, [seconds, onEnd, wakes])
  return seconds === undefined ? undefined : (left ?? seconds)
}
