import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const everyMs = 15_000

/** Loads a page's data anew every 15 seconds while the page is visible. */
export function useLiveData(): void {
  const { revalidate, state } = useRevalidator()
  const isIdle = state === 'idle'
  useEffect(() => {
    if (!isIdle) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isIdle, revalidate])
}
