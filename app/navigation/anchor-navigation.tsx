import { PrefetchPageLinks, useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { tapTolerance } from './tap-tolerance.ts'
import { cityOfPath } from '#app/city/city-of-path.ts'
import { loadPageModules } from '#app/remix/page-modules.ts'
import { useCity } from '#app/root-data.ts'
import { isFragmentNavigation, isClientNavigable, isPlainClick, plainLinkOf } from './client-side-urls.ts'
import { savesData } from './connection.ts'
import { allowsMotion } from '../ui/reduced-motion.ts'

/** How long a pointer, a finger or the focus stays on a link before its page is prefetched, in ms. */
const hoverDelayMs = 50

/**
 * Client-side navigation and prefetching for plain `<a>` elements, which long lists and operators' texts use because
 * a `<Link>` costs a component each. Prefetches for them and for `<Link>` alike by Remix's own component: its
 * `prefetch="intent"` handles neither sliding fingers, nor data saving, nor pages that set the city.
 */
export function AnchorNavigation() {
  useAnchorNavigation()
  const page = usePrefetchTarget()
  return page === undefined ? null : <PrefetchPageLinks page={page} />
}

function useAnchorNavigation(): void {
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || !isPlainClick(event)) return
      const link = plainLinkOf(event.target)
      if (link === undefined) return
      const url = new URL(link.href)
      if (isFragmentNavigation(url) || !isClientNavigable(url)) return
      event.preventDefault()
      navigate(url.pathname + url.search + url.hash, {
        replace: url.href === window.location.href,
        viewTransition: allowsMotion(),
      })
    }
    // On window, so that handlers of the page run first and can prevent it.
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [navigate])
}

/**
 * The page to prefetch: that of the link last hovered, touched or focused; undefined once it is shown. Its modules are
 * loaded first: Remix's component reloads the shown page, with its input, when one cannot be loaded.
 */
function usePrefetchTarget(): string | undefined {
  const [intent, setIntent] = useState<{ page: string; from: string }>()
  const { key } = useLocation()
  const city = useCity()
  const shown = useRef({ city, key })
  useEffect(() => {
    shown.current = { city, key }
  }, [city, key])
  useEffect(
    () =>
      watchIntent((url) => {
        const named = cityOfPath(url.pathname)
        // The navigation stores another city in a cookie, so a response that was prefetched before cannot be used.
        const setsCity = named !== undefined && named.code !== shown.current.city.code
        if (!isClientNavigable(url) || isFragmentNavigation(url) || setsCity) return
        const found = { page: url.pathname + url.search, from: shown.current.key }
        const modules = loadPageModules(url.pathname) ?? Promise.resolve()
        modules.then(
          () => setIntent(found),
          () => undefined,
        )
      }),
    [],
  )
  return intent?.from === key ? intent.page : undefined
}

/** Calls back when a pointer, a finger or the focus stays on a link; returns the function that stops it. */
function watchIntent(onIntent: (url: URL) => void): () => void {
  let timer = 0
  let startX = 0
  let startY = 0
  const cancelTimer = () => clearTimeout(timer)
  const startTimer = ({ target }: Event) => {
    cancelTimer()
    const link = plainLinkOf(target)
    if (link === undefined || savesData()) return
    timer = window.setTimeout(() => onIntent(new URL(link.href)), hoverDelayMs)
  }
  const touch = (event: TouchEvent) => {
    const finger = event.touches[0]
    startX = finger?.clientX ?? 0
    startY = finger?.clientY ?? 0
    startTimer(event)
  }
  const slide = ({ changedTouches: [finger] }: TouchEvent) => {
    if (finger && Math.hypot(finger.clientX - startX, finger.clientY - startY) > tapTolerance) cancelTimer()
  }
  const listen = { passive: true }
  document.addEventListener('mouseover', startTimer, listen)
  document.addEventListener('mouseout', cancelTimer, listen)
  document.addEventListener('focusin', startTimer, listen)
  // A click focuses the link too; the navigation it starts needs no prefetch.
  document.addEventListener('click', cancelTimer, listen)
  document.addEventListener('touchstart', touch, listen)
  document.addEventListener('touchmove', slide, listen)
  // Engines report small moves only when the finger is lifted.
  document.addEventListener('touchend', slide, listen)
  return () => {
    cancelTimer()
    document.removeEventListener('mouseover', startTimer)
    document.removeEventListener('mouseout', cancelTimer)
    document.removeEventListener('focusin', startTimer)
    document.removeEventListener('click', cancelTimer)
    document.removeEventListener('touchstart', touch)
    document.removeEventListener('touchmove', slide)
    document.removeEventListener('touchend', slide)
  }
}
