import { useDeferredValue, useSyncExternalStore } from 'react'

/** The subscription to a store that never changes. */
export const neverChanges = () => () => undefined

/**
 * Whether React runs in the browser by now: false on the server and during hydration, so that both render the same. What it
 * adds to the page after hydration is rendered in slices: a store's change alone would render all of it in one task.
 */
export function useHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return useDeferredValue(isHydrated)
}
