import { useFetcher, type FetcherWithComponents } from '@remix-run/react'
import { useCallback, useEffect, useRef, type CSSProperties, type MouseEvent } from 'react'
import { loginModalPath, toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import { loadRouteModule } from '#app/remix/route-modules.ts'
import { useOpenModal } from '../dialogs/modal-link.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { useBrowserLayoutEffect } from '#app/ui/use-browser-layout-effect.ts'
import type { ToggleTarget } from '#app/visitor/known-visitor.ts'
import { failedOutcome, type ToggleOutcome } from '#app/toggles/toggle-outcome.ts'
import { useVisitor, useVisitorToggles } from '#app/visitor/visitor-state.tsx'

/** How long a toast stays that offers to take something back, in ms. */
const undoMs = 4000

/** Outcomes that were taken up: several buttons of a page may share a fetcher. */
const handledOutcomes = new WeakSet<ToggleOutcome>()

/** The look of a button whose answer is under way; a style sheet for it would be in every document. */
export const busyStyle: CSSProperties = { opacity: 0.55, cursor: 'progress' }

/** Where a toggle is sent: its path, and the id of the route whose action that is. */
type ToggleAction = { path: string; route: string }

const favouriteAction: ToggleAction = { path: toggleFavouritePath, route: 'routes/favourites/toggle' }
export const compareAction: ToggleAction = { path: toggleComparePath, route: 'routes/compare/toggle' }

/** A button that says what is so, and a press of which turns it: what it shows, and its attributes. */
export type ToggleButton = {
  isOn: boolean
  /** For a `<button>` of a form whose action is that of the thing; scripts stay on the page. */
  attributes: {
    name: 'id' | 'remove'
    value: number
    'aria-busy'?: true
    style?: CSSProperties
    onClick: (event: MouseEvent) => void
  }
}

/** 收藏 of a school. Without a login the press is kept, and the login opens over the page. */
export function useFavourite(id: number): ToggleButton {
  const { favourites } = useVisitor()
  const { watch } = useVisitorToggles()
  useEffect(() => watch(id), [id, watch])
  return useToggle({ kind: 'favourite', id }, favouriteAction, favourites.has(id))
}

/** 对比 of a school. */
export function useCompare(id: number): ToggleButton {
  const { basket } = useVisitor()
  return useToggle({ kind: 'compare', id }, compareAction, basket.includes(id))
}

function useToggle(
  { kind, id }: { kind: 'favourite' | 'compare'; id: number },
  action: ToggleAction,
  wasOn: boolean,
): ToggleButton {
  const fetcher = useFetcher<ToggleOutcome>({ key: `${kind}-${id}` })
  const { data, formData, state, submit } = fetcher
  const showToast = useToast()
  const isOn = formData === undefined ? wasOn : formData.has('id')
  const submitTo = useToggleSubmit(action, submit)
  const send = useCallback((on: boolean) => submitTo({ [on ? 'id' : 'remove']: id }), [id, submitTo])
  useOutcome({ kind, id }, data, ({ message, isOn: isOnNow }) => {
    const undo = { label: '撤销', onSelect: () => send(true) }
    showToast(message, isOnNow === false ? { action: undo, durationMs: undoMs } : {})
  })
  const isBusy = state !== 'idle'
  return {
    isOn,
    attributes: {
      name: isOn ? 'remove' : 'id',
      value: id,
      ...(isBusy ? { 'aria-busy': true, style: busyStyle } : {}),
      onClick(event) {
        event.preventDefault()
        if (!isBusy) send(!isOn)
      },
    },
  }
}

/** Submits a fetcher to an action whose module may have to be loaded first: without a network that is said at once. */
export function useToggleSubmit(
  { path, route }: ToggleAction,
  submit: FetcherWithComponents<unknown>['submit'],
): (fields: Record<string, string | number>) => void {
  const showToast = useToast()
  const isLoading = useRef(false)
  useEffect(() => {
    loadRouteModule(route).catch(() => undefined)
  }, [route])
  return useCallback(
    (fields) => {
      if (isLoading.current) return
      isLoading.current = true
      loadRouteModule(route)
        .then(
          () => submit(fields, { method: 'post', action: path }),
          () => showToast(failedOutcome().message),
        )
        .finally(() => (isLoading.current = false))
    },
    [path, route, submit, showToast],
  )
}

/** Takes up what a fetcher's press came to, before it is painted: what is known, the login that is needed, the words. */
export function useOutcome(
  target: ToggleTarget,
  outcome: ToggleOutcome | undefined,
  tell: (outcome: ToggleOutcome) => void,
): void {
  const { recordOutcome } = useVisitorToggles()
  const { refresh } = useVisitor()
  const openLogin = useOpenModal(loginModalPath)
  const latest = useRef({ target, tell, recordOutcome, refresh, openLogin })
  useBrowserLayoutEffect(() => {
    latest.current = { target, tell, recordOutcome, refresh, openLogin }
  })
  useBrowserLayoutEffect(() => {
    if (outcome === undefined || handledOutcomes.has(outcome)) return
    handledOutcomes.add(outcome)
    const now = latest.current
    if (outcome.login === true) return now.openLogin()
    now.recordOutcome(now.target, outcome)
    if (outcome.failed === true) now.refresh()
    now.tell(outcome)
  }, [outcome])
}
