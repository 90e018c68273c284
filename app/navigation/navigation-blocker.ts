import {
  createPath,
  type Location,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from '@remix-run/react'
import { type MutableRefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { useToast } from '#app/ui/toast.tsx'
import { pageKeyOf } from './client-side-urls.ts'
import { isReachable, loadDocument, loadDocumentOnce } from './document-load.ts'
import { type NavigationChange, type BlockReason, blockReasonOf } from './block-reason.ts'
import { isDataOf, watchPageData } from '#app/remix/page-data.ts'
import { requestTimeout } from '#app/request-timeout.ts'

const offlineText = '网络断了，请检查网络后再试'

/** The location that was requested last; the router reports it only when it begins to load it. */
type RequestedPage = MutableRefObject<Location | undefined>

/**
 * Navigation blocker: turns navigations that the router cannot do into full loads, and keeps the current page with
 * its input while the network is away, where Remix shows an error page. Returns the address that is being loaded.
 */
export function useNavigationBlocker(isNewerBuild: () => boolean): string | undefined {
  const requested: RequestedPage = useRef()
  const blockReason = useRef<BlockReason>()
  const shouldBlock = useCallback(
    (change: NavigationChange) => {
      requested.current = change.nextLocation
      blockReason.current = blockReasonOf(change, isNewerBuild())
      return blockReason.current !== undefined
    },
    [isNewerBuild],
  )
  const blocker = useBlocker(shouldBlock)
  const { leave, showOffline } = useFullLoad(requested)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { location } = blocker
    const found = blockReason.current
    if (found?.kind === 'files') {
      found.loaded.then(
        () => requested.current === location && blocker.proceed(),
        () => leave(location, () => blocker.reset()),
      )
      return
    }
    blocker.reset()
    if (found?.kind === 'offline') showOffline()
    else if (found?.kind === 'newer-build') loadDocumentOnce(createPath(location))
    else loadDocument(createPath(location))
  }, [blocker, leave, showOffline])
  const pending = useDataFailures(requested, leave)
  const awaitedPage = blocker.location ?? pending
  const href = awaitedPage && createPath(awaitedPage)
  useNavigationTimeout(href)
  return href
}

/** Ways out of a navigation that the router cannot finish: full load, or a message where the server is unreachable. */
function useFullLoad(requested: RequestedPage) {
  const toast = useToast()
  return useMemo(() => {
    const showOffline = () => toast(offlineText)
    /** Opens a page by a full load; where the server is unreachable, cancels the navigation and shows a message. */
    const leave = async (target: Location, giveUp: () => void) => {
      const isThere = await isReachable(createPath(target))
      if (requested.current !== target) return
      if (isThere) return loadDocument(createPath(target))
      giveUp()
      showOffline()
    }
    return { leave, showOffline }
  }, [requested, toast])
}

/** Handles failed data requests of navigations; returns the location that the router is loading. */
function useDataFailures(
  requested: RequestedPage,
  leave: (target: Location, giveUp: () => void) => Promise<void>,
): Location | undefined {
  const navigate = useNavigate()
  const { location: pending } = useNavigation()
  const shown = useLocation()
  const latest = useRef({ pending, shown })
  useEffect(() => {
    latest.current = { pending, shown }
  }, [pending, shown])
  useEffect(() => {
    const stopLoading = () => {
      const { pathname, search } = latest.current.shown
      // The router cannot cancel a navigation: a fragment navigation replaces it without loading anything.
      navigate(`${pathname}${search}#-`, { replace: true, preventScrollReset: true })
      window.history.replaceState(window.history.state, '', createPath(latest.current.shown))
    }
    return watchPageData((data, failure) => {
      const isRequested = (page: Location) =>
        isDataOf(data, page.pathname) && pageKeyOf(page) !== pageKeyOf(latest.current.shown)
      // After a redirect the pending location is not the requested one.
      const target = [requested.current, latest.current.pending].find((page) => page && isRequested(page))
      if (target === undefined) return false
      requested.current = target
      if (failure === 'unusable') loadDocument(createPath(target))
      else void leave(target, stopLoading)
      return true
    })
  }, [requested, leave, navigate])
  return pending
}

function useNavigationTimeout(awaited: string | undefined): void {
  useEffect(() => {
    if (awaited === undefined) return undefined
    const timer = setTimeout(() => loadDocument(awaited), requestTimeout)
    return () => clearTimeout(timer)
  }, [awaited])
}
