import { type Location, ScrollRestoration, useLocation } from '@remix-run/react'
import { useLayoutEffect } from 'react'

/**
 * Remix's own scroll restoration, but for two things that it cannot do: a fragment with a stray `%` ends it with an error,
 * which would take the page, and jumps of the browser inside a page all have the same key.
 */
export function KeptScroll() {
  const location = useLocation()
  const isSound = isDecodable(location.hash)
  useLayoutEffect(() => {
    if (!isSound) (document.getElementById(location.hash.slice(1)) ?? document.body).scrollIntoView()
  }, [isSound, location])
  return isSound ? <ScrollRestoration getKey={keyOf} /> : null
}

let jumps = 0

/** Where the browser jumped by itself, it jumps again: no place is kept. */
function keyOf({ key }: Location): string {
  jumps += 1
  return key === 'default' ? `jump ${jumps}` : key
}

/** Gives the entry of a new document a key, as Remix's inline script does; that script would cost every document its bytes. */
export function keyHistoryEntry(): void {
  const state: unknown = window.history.state
  if (typeof state === 'object' && state !== null && 'key' in state) return
  window.history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
}

/** Whether a fragment can be decoded. */
export function isDecodable(hash: string): boolean {
  try {
    decodeURIComponent(hash)
    return true
  } catch {
    return false
  }
}
