import { useCallback, useEffect, useRef } from 'react'
import { buildId } from '#app/remix/build-id.ts'
import { savesData } from './connection.ts'

/** After the page has come to rest, and between two looks, in ms (specification section 9). */
const firstMs = 1000
const everyMs = 60 * 60 * 1000

/**
 * Tells whether there is a newer build of the site: looked for 1 s after the page is idle, then every hour, never where data is
 * spared. Remix notices a newer build only when a file of the old one is missing.
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

/** Whether the site still serves the build of this document, as far as can be known. */
async function isServedBuild(): Promise<boolean> {
  // The development server has one build, which changes in place.
  if (import.meta.env.DEV || savesData()) return true
  try {
    const answer = await fetch('/builds/latest.json', { cache: 'no-cache' })
    const latest: unknown = await answer.json()
    if (!answer.ok || typeof latest !== 'object' || latest === null || !('id' in latest)) return true
    return typeof latest.id !== 'string' || latest.id === buildId()
  } catch {
    // Offline, or a host without it: the page stays as it is.
    return true
  }
}
