import { useFetcher, useLocation, useMatches } from '@remix-run/react'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { visitorPath } from '#app/paths.ts'
import { loadRouteModule } from '#app/remix/route-modules.ts'
import { useRootData } from '#app/root-data.ts'
import {
  likeKey,
  unknownVisitor,
  applyAnswer,
  applyOutcome,
  type KnownVisitor,
  type Likes,
  type LikeTarget,
  type ToggleOutcome,
  type VisitorAnswer,
} from './known-visitor.ts'
import { hasMarker } from '../cookies/marker-cookie.ts'

/** Visitor state of a page. */
export type VisitorState = {
  /** Whether this browser has a session, as far as known. */
  isLoggedIn: boolean
  /** Ids of the compare basket. */
  basket: readonly number[]
  /** The favourites among the page's schools. */
  favourites: ReadonlySet<number>
  /** Whether the server has answered; before that the page is as for everybody. */
  isKnown: boolean
  /** Loads visitor state again, after a login for instance. */
  refresh: () => void
}

/** State and functions for components with toggles. */
type VisitorToggles = {
  likes: KnownVisitor['likes']
  /** Loads the state of a school, or of a target of likes, while it is shown; returns the function that ends it. */
  watch: (shown: number | LikeTarget) => () => void
  /** What toggles were set to whose outcome is to come, by the names of toggles. */
  sent: ReadonlyMap<string, boolean>
  /** Notes what a toggle is set to. */
  recordSent: (name: string, isOn: boolean) => void
  /** Merges the outcome of a toggle, which is what it says from then on. */
  recordOutcome: (outcome: ToggleOutcome, name: string) => void
}

const StateContext = createContext<VisitorState>({
  isLoggedIn: false,
  basket: [],
  favourites: new Set(),
  isKnown: false,
  refresh: () => undefined,
})

const TogglesContext = createContext<VisitorToggles>({
  likes: new Map(),
  watch: () => () => undefined,
  sent: new Map(),
  recordSent: () => undefined,
  recordOutcome: () => undefined,
})

/** Login state, compare basket and favourites of this visitor. */
export function useVisitor(): VisitorState {
  return useContext(StateContext)
}

/** State and functions for components that show and change toggles. */
export function useVisitorToggles(): VisitorToggles {
  return useContext(TogglesContext)
}

/** The likes of a target as this visitor sees them; undefined while only the page's count is known. */
export function useKnownLikes(target: LikeTarget): Likes | undefined {
  const { likes, watch } = useVisitorToggles()
  const { kind, id } = target
  useEffect(() => watch({ kind, id }), [kind, id, watch])
  return likes.get(likeKey(target))
}

/**
 * Provides visitor state. Public pages are rendered the same for everybody; the state is loaded after hydration in
 * one request, if the marker cookie is set, again for the schools of further pages, and revalidated after actions. A
 * page that is rendered for its visitor has it from the start.
 */
export function VisitorProvider({ children }: { children: ReactNode }) {
  const { load, data: answer } = useFetcher<VisitorAnswer | null>({ key: 'visitor' })
  const rendered = useRenderedVisitor()
  const [known, setKnown] = useState(() => withRendered(unknownVisitor, rendered))
  const [seen, setSeen] = useState({ answer, visitor: rendered.visitor })
  if (seen.answer !== answer || seen.visitor !== rendered.visitor) {
    setSeen({ answer, visitor: rendered.visitor })
    if (seen.visitor !== rendered.visitor) setKnown(withRendered(known, rendered))
    else if (answer) setKnown(applyAnswer(known, answer))
  }
  const questions = useVisitorQueries(known, load)
  const { refresh, watch } = questions
  const [sent, setSent] = useState<VisitorToggles['sent']>(new Map())
  const recordSent = useCallback((name: string, isOn: boolean) => {
    setSent((before) => new Map([...before, [name, isOn]]))
  }, [])
  const recordOutcome = useCallback((outcome: ToggleOutcome, name: string) => {
    setSent((before) => new Map([...before].filter(([each]) => each !== name)))
    setKnown((before) => applyOutcome(before, outcome))
  }, [])
  const state = useMemo(() => {
    const { isKnown, isLoggedIn, basket } = known
    const favourites = new Set([...known.favourites].filter(([, isOn]) => isOn).map(([id]) => id))
    return { isKnown, isLoggedIn, basket, favourites, refresh }
  }, [known, refresh])
  const toggles = useMemo(
    () => ({ likes: known.likes, watch, sent, recordSent, recordOutcome }),
    [known.likes, watch, sent, recordSent, recordOutcome],
  )
  return (
    <StateContext.Provider value={state}>
      <TogglesContext.Provider value={toggles}>{children}</TogglesContext.Provider>
    </StateContext.Provider>
  )
}

type Rendered = { visitor: VisitorAnswer | undefined; favourites: readonly number[] }

/** The visitor state in the page's loader data; nothing on a page that is the same for everybody. */
function useRenderedVisitor(): Rendered {
  const visitor = useRootData()?.visitor
  const matches = useMatches()
  return { visitor, favourites: matches.flatMap(({ data }) => favouritesIn(data)) }
}

function favouritesIn(data: unknown): number[] {
  if (typeof data !== 'object' || data === null || !('favourites' in data)) return []
  return Array.isArray(data.favourites) ? data.favourites.filter((id) => typeof id === 'number') : []
}

function withRendered(known: KnownVisitor, { visitor, favourites }: Rendered): KnownVisitor {
  return visitor === undefined ? known : applyAnswer(known, { ...visitor, favourites })
}

/** Loads what is unknown of the shown schools and targets, batched into one request. */
function useVisitorQueries(known: KnownVisitor, load: (path: string) => void) {
  const shown = useRef(new Map<symbol, number | LikeTarget>())
  const requestedLikes = useRef(new Set<string>())
  const latest = useRef(known)
  useEffect(() => {
    latest.current = known
  }, [known])
  const query = useCallback(
    (again: boolean) => {
      if (!hasMarker()) return
      const { isKnown, isLoggedIn, favourites } = latest.current
      const all = [...new Set(shown.current.values())]
      const ids = all.filter((each) => typeof each === 'number').filter((id) => again || !favourites.has(id))
      const [like] = all
        .filter((each) => typeof each === 'object')
        .map(likeKey)
        .filter((key) => again || !requestedLikes.current.has(key))
      if (!again && isKnown && like === undefined && (!isLoggedIn || ids.length === 0)) return
      if (like !== undefined) requestedLikes.current.add(like)
      const path = visitorPath(ids, like)
      loadRouteModule('routes/visitor').then(
        () => load(path),
        () => undefined,
      )
    },
    [load],
  )
  const isDue = useRef(false)
  const queueQuery = useCallback(() => {
    if (isDue.current) return
    isDue.current = true
    void Promise.resolve().then(() => {
      isDue.current = false
      query(false)
    })
  }, [query])
  const watch = useCallback(
    (each: number | LikeTarget) => {
      const key = Symbol(typeof each)
      shown.current.set(key, each)
      queueQuery()
      return () => {
        shown.current.delete(key)
      }
    },
    [queueQuery],
  )
  const location = useLocation()
  useEffect(queueQuery, [queueQuery, location, known.isLoggedIn])
  const refresh = useCallback(() => query(true), [query])
  return { refresh, watch }
}
