import { useEffect, useRef, useState } from 'react'
import { allowsMotion } from '../ui/reduced-motion.ts'

/** Delay before the progress bar shows, in ms. */
const showDelayMs = 200

/**
 * Progress bar at the upper edge while a navigation takes longer than 200 ms; Remix reports the state and shows
 * nothing.
 */
export function ProgressLine({ isLoading }: { isLoading: boolean }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(() => setShown(true), showDelayMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isLoading])
  return isShown ? <Line /> : null
}

function Line() {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (allowsMotion() && line.current !== null && 'animate' in line.current) {
      const steps = [{ transform: 'scaleX(.1)' }, { transform: 'scaleX(.9)' }]
      line.current.animate(steps, { duration: 8000, easing: 'cubic-bezier(0,.6,.2,1)' })
    }
  }, [])
  return (
    <div
      ref={line}
      data-progress=""
      aria-hidden="true"
      style={{
        position: 'fixed',
        top: 0,
        left: 0,
        width: '100%',
        height: 3,
        zIndex: 2000,
        background: 'var(--brand)',
        transformOrigin: '0',
        transform: 'scaleX(.9)',
      }}
    />
  )
}
