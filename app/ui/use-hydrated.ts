import { useSyncExternalStore } from 'react'

/** The subscription to a store that never changes. */
export const neverChanges = () => () => undefined

/** Whether React runs in the browser by now: false on the server and during hydration, so that both render the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
