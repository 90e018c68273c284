import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * After a navigation to another address without a document load moves the focus to the message of what was done, else to
 * the heading: screen readers then read where they are. A form that is shown again sets its own focus; where what had the
 * focus is gone, the heading gets it.
 */
export function FocusAfterNavigation() {
  const { key, pathname, search, hash } = useLocation()
  const address = pathname.replace(/\/$/, '') + search
  const shown = useRef({ key, address })
  useEffect(() => {
    const before = shown.current
    shown.current = { key, address }
    if (before.key === key || hash !== '') return
    if (before.address === address && document.activeElement !== document.body) return
    const target = document.querySelector<HTMLElement>('[data-announce]') ?? document.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [key, address, hash])
  return null
}
