import {
  type Location,
  NavigationType,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from '@remix-run/react'
import { useLayoutEffect, useRef } from 'react'

/** How long deferred content may take to restore the page's height, in ms. */
const lateContentMs = 2000

/**
 * Remix's scroll restoration with three fixes: a fragment with a stray `%` throws in it, which would end the page;
 * fragment navigations of the browser share one key; and it does not wait for deferred content.
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

/**
 * Restores the scroll position again while deferred content makes the page higher after Back; the visitor's own
 * scrolling ends it.
 */
function useLateScrollRestoration(key: string): void {
  const positions = useRef(new Map<string, number>())
  const isStep = useNavigationType() === NavigationType.Pop
  useLayoutEffect(() => {
    const savedPositions = positions.current
    const position = isStep ? (savedPositions.get(key) ?? 0) : 0
    const note = () => savedPositions.set(key, window.scrollY)
    // Without ResizeObserver the position is restored as far as the page reaches at once.
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
    const inputEvents = ['wheel', 'touchstart', 'keydown']
    if (grow !== undefined && position > window.scrollY) grow.observe(document.body)
    else end()
    for (const type of inputEvents) window.addEventListener(type, end, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      grow?.disconnect()
      window.removeEventListener('scroll', note)
      for (const type of inputEvents) window.removeEventListener(type, end)
    }
  }, [isStep, key])
}

let jumps = 0

/** Fragment navigations of the browser get unique keys, so no position is restored for them. */
function keyOf({ key }: Location): string {
  jumps += 1
  return key === 'default' ? `jump ${jumps}` : key
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
