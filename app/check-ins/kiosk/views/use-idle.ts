import { useEffect, useState } from 'react'

type Options = {
  /** Idle time until the end, in s; undefined: never. */
  seconds: number | undefined
  onEnd: () => void
  /** Whether tapping and typing restart the time. */
  resetsOnInput: boolean
}

const activityEvents = ['keydown', 'input', 'pointerdown'] as const

/** Counts down the idle time: seconds left, or undefined while it does not run. */
export function useIdle({ seconds, onEnd, resetsOnInput }: Options): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (seconds === undefined) return undefined
    let end = Date.now() + seconds * 1000
    const restart = () => {
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
    if (resetsOnInput) for (const name of activityEvents) document.addEventListener(name, restart, true)
    return () => {
      clearInterval(timer)
      setLeft(undefined)
      for (const name of activityEvents) document.removeEventListener(name, restart, true)
    }
  }, [seconds, onEnd, resetsOnInput])
  return seconds === undefined ? undefined : (left ?? seconds)
}
