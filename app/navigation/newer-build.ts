import { useCallback, useEffect, useRef } from 'react'
import { buildId } from '#app/remix/build-id.ts'
import { savesData } from './connection.ts'

/** Delay of the first check after the page is idle, and the interval of checks, in ms (specification section 9). */
const firstMs = 1000
const everyMs = 60 * 60 * 1000

/**
 * Whether a newer build is deployed: checked 1 s after the page is idle, then every hour, not while saving data.
 * Remix notices a newer build only when a file of the old one is missing.
 */
export function useNewerBuild(): () => boolean {
  const isNewer = useRef(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const look = () => {
      timer = setTimeout(look, everyMs)
      void isServedBuild().then((isServed) => {
        if (!isServed) isNewer.current = true
      })
    }
    const idle = 'requestIdleCallback' in window ? window.requestIdleCallback : setTimeout
    idle(() => {
      if (!isOver) timer = setTimeout(look, firstMs)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return useCallback(() => isNewer.current, [])
}

/** Whether the site still serves this document's build; true when it cannot be determined. */
async function isServedBuild(): Promise<boolean> {
  // The development server has one build, which changes in place.
  if (import.meta.env.DEV || savesData()) return true
  try {
    const answer = await fetch('/builds/latest.json', { cache: 'no-cache' })
    const latest: unknown = await answer.json()
    if (!answer.ok || typeof latest !== 'object' || latest === null || !('id' in latest)) return true
    return typeof latest.id !== 'string' || latest.id === buildId()
  } catch {
    // Offline, or a host without that file.
    return true
  }
}
