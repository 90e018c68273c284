import { useLocation } from '@remix-run/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { arrive } from './arrive.ts'
import { endProgress } from './progress-bar.ts'
import { showsPage } from './scroll-places.ts'
import { startNavigation } from './start-navigation.ts'

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Turns plain links into quick ones, for the whole site: lists stay terse `<a>` elements and pay nothing. Shows nothing. */
export function Navigator() {
  const location = useLocation()
  const shown = useRef(location)
  useEffect(startNavigation, [])
  useBrowserLayoutEffect(() => {
    const before = shown.current
    shown.current = location
    const isSame = before.pathname === location.pathname && before.search === location.search
    const isForm = /[?&]modal=/.test(before.search + location.search)
    if (before !== location) endProgress()
    if (before !== location && !isSame && !isForm) arrive(location)
    showsPage(location.key)
  }, [location])
  return null
}
