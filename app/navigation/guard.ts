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
import { pageAt } from './client-address.ts'
import { isReachable, loadDocument, loadOnce } from './document-load.ts'
import { type Change, type Obstacle, obstacleOf } from './obstacles.ts'
import { isDataOf, watchPageData } from '#app/remix/page-data.ts'

/** A page that is not there by then is opened by a full load, in ms (specification section 9). */
const patienceMs = 10_000

const offlineText = '网络断了，请检查网络后再试'

/** The page that was asked for last; the router tells of it only when it begins to load it. */
type Asked = MutableRefObject<Location | undefined>

/**
 * Stands before every navigation: what the router cannot follow becomes a full load, and where the network is away the
 * shown page stays, with all that was typed. Remix has an error in its place. Returns the address that is waited for.
 */
export function useGuard(isNewerBuild: () => boolean): string | undefined {
  const asked: Asked = useRef()
  const obstacle = useRef<Obstacle>()
  const shouldBlock = useCallback(
    (change: Change) => {
      asked.current = change.nextLocation
      obstacle.current = obstacleOf(change, isNewerBuild())
      return obstacle.current !== undefined
    },
    [isNewerBuild],
  )
  const blocker = useBlocker(shouldBlock)
  const { leave, sayOffline } = useLeave(asked)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { location } = blocker
    const found = obstacle.current
    if (found?.kind === 'files') {
      found.loaded.then(
        () => asked.current === location && blocker.proceed(),
        () => leave(location, () => blocker.reset()),
      )
      return
    }
    blocker.reset()
    if (found?.kind === 'offline') sayOffline()
    else if (found?.kind === 'newer-build') loadOnce(createPath(location))
    else loadDocument(createPath(location))
  }, [blocker, leave, sayOffline])
  const pending = usePageDataFaults(asked, leave)
  const awaited = blocker.location ?? pending
  const href = awaited && createPath(awaited)
  usePatience(href)
  return href
}

/** Leads out of a navigation that the router cannot finish. */
function useLeave(asked: Asked) {
  const toast = useToast()
  return useMemo(() => {
    const sayOffline = () => toast(offlineText)
    /** Opens a page by a full load; where it cannot be reached, gives it up and says so. */
    const leave = async (target: Location, giveUp: () => void) => {
      const isThere = await isReachable(createPath(target))
      if (asked.current !== target) return
      if (isThere) return loadDocument(createPath(target))
      giveUp()
      sayOffline()
    }
    return { leave, sayOffline }
  }, [asked, toast])
}

/** Takes care of data that did not come; returns the page that the router is loading. */
function usePageDataFaults(
  asked: Asked,
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
      // The router has no word for it: a jump inside the page ends what it waits for, and asks for nothing.
      navigate(`${pathname}${search}#-`, { replace: true, preventScrollReset: true })
      window.history.replaceState(window.history.state, '', createPath(latest.current.shown))
    }
    return watchPageData((data, fault) => {
      const isAwaited = (page: Location) =>
        isDataOf(data, page.pathname) && pageAt(page) !== pageAt(latest.current.shown)
      // A redirect leads elsewhere than what was asked for.
      const target = [asked.current, latest.current.pending].find((page) => page && isAwaited(page))
      if (target === undefined) return false
      asked.current = target
      if (fault === 'unusable') loadDocument(createPath(target))
      else void leave(target, stopLoading)
      return true
    })
  }, [asked, leave, navigate])
  return pending
}

function usePatience(awaited: string | undefined): void {
  useEffect(() => {
    if (awaited === undefined) return undefined
    const timer = setTimeout(() => loadDocument(awaited), patienceMs)
    return () => clearTimeout(timer)
  }, [awaited])
}
