import {
  type Location,
  NavigationType,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from '@remix-run/react'
import { useLayoutEffect, useRef } from 'react'

/** How long late parts of a page may take to give it its height again, in ms. */
const lateContentMs = 2000

/**
 * Remix's own scroll restoration, and what it cannot do: a fragment with a stray `%` ends it with an error, which would take
 * the page; jumps of the browser inside a page all have the same key; and it does not wait for late parts of a page.
 */
export function PageScrollRestoration() {
  const location = useLocation()
  const isSound = isDecodable(location.hash)
  useLayoutEffect(() => {
    if (!isSound) (document.getElementById(location.hash.slice(1)) ?? document.body).scrollIntoView()
  }, [isSound, location])
  useLateScrollRestoration(location.key)
  return isSound ? <ScrollRestoration getKey={keyOf} /> : null
}

/** Brings a page that was come back to, and is higher by now, to where it was left; the visitor's own scrolling ends it. */
function useLateScrollRestoration(key: string): void {
  const positions = useRef(new Map<string, number>())
  const isStep = useNavigationType() === NavigationType.Pop
  useLayoutEffect(() => {
    const known = positions.current
    const position = isStep ? (known.get(key) ?? 0) : 0
    const note = () => known.set(key, window.scrollY)
    // An engine without it comes back to where the page reaches at once.
    const grow =
      'ResizeObserver' in window
        ? new ResizeObserver(() => {
            if (window.scrollY < position) window.scrollTo(0, position)
          })
        : undefined
    const end = () => {
      grow?.disconnect()
      note()
      window.addEventListener('scroll', note, { passive: true })
    }
    const timer = setTimeout(end, lateContentMs)
    const signs = ['wheel', 'touchstart', 'keydown']
    if (grow !== undefined && position > window.scrollY) grow.observe(document.body)
    else end()
    for (const sign of signs) window.addEventListener(sign, end, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      grow?.disconnect()
      window.removeEventListener('scroll', note)
      for (const sign of signs) window.removeEventListener(sign, end)
    }
  }, [isStep, key])
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
