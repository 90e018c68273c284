import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, type CSSProperties, type MouseEvent } from 'react'
import { toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import { loadRouteModule } from '#app/remix/route-modules.ts'
import { useToast } from '#app/ui/toast.tsx'
import { failedOutcome, toggleName } from './toggle-outcome.ts'
import { useVisitor, useVisitorToggles } from '#app/visitor/visitor-state.tsx'

/** Inline style of a busy button; a style sheet for it would be in every document. */
export const busyStyle: CSSProperties = { opacity: 0.55, cursor: 'progress' }

/** The action of a toggle: its path, and the id of its route. */
type ToggleAction = { path: string; route: string }

const favouriteAction: ToggleAction = { path: toggleFavouritePath, route: 'routes/favourites/toggle' }
export const compareAction: ToggleAction = { path: toggleComparePath, route: 'routes/compare/toggle' }

/** A toggle button: its optimistic state, and its attributes. */
export type ToggleButton = {
  isOn: boolean
  /** For a `<button>` of a plain form; with scripts a fetcher submits it. */
  attributes: {
    name: 'id' | 'remove'
    value: number
    'aria-busy'?: true
    style?: CSSProperties
    onClick: (event: MouseEvent) => void
  }
}

/** The favourite toggle of a school. Without a login the action is deferred, and the login modal opens. */
export function useFavourite(id: number): ToggleButton {
  const { favourites } = useVisitor()
  const { watch } = useVisitorToggles()
  useEffect(() => watch(id), [id, watch])
  return useToggle(id, favouriteAction, favourites.has(id))
}

/** The compare toggle of a school. */
export function useCompare(id: number): ToggleButton {
  const { basket } = useVisitor()
  return useToggle(id, compareAction, basket.includes(id))
}

function useToggle(id: number, action: ToggleAction, wasOn: boolean): ToggleButton {
  const key = toggleName(action.path, id)
  const { state, submit } = useFetcher({ key })
  const { sent, recordSent } = useVisitorToggles()
  // Not the fetcher's form: it stands until the router renders, after the message of the outcome.
  const isOn = sent.get(key) ?? wasOn
  const send = useToggleSubmit(action, (fields, options) => {
    recordSent(key, 'id' in fields)
    submit(fields, options)
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
        if (!isBusy) send({ [isOn ? 'remove' : 'id']: id })
      },
    },
  }
}

type Fields = Record<string, string | number>

/**
 * Submits a fetcher to an action whose route module may have to be loaded first; shows a message when that fails
 * offline.
 */
export function useToggleSubmit(
  { path, route }: ToggleAction,
  submit: (fields: Fields, options: { method: 'post'; action: string }) => void,
): (fields: Fields) => void {
  const showToast = useToast()
  const isLoading = useRef(false)
  useEffect(() => {
    // A task of its own: this one runs the effects of a whole page.
    const timer = setTimeout(() => void loadRouteModule(route).catch(() => undefined))
    return () => clearTimeout(timer)
  }, [route])
  return (fields) => {
    if (isLoading.current) return
    isLoading.current = true
    loadRouteModule(route)
      .then(
        () => submit(fields, { method: 'post', action: path }),
        () => showToast(failedOutcome().message),
      )
      .finally(() => (isLoading.current = false))
  }
}
