/** One value that a screen follows. */
export type Store<State> = {
  readonly get: () => State
  /** Replaces some parts and tells those who follow. */
  readonly set: (parts: Partial<State>) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes a store of a first value. */
export function createStore<State extends object>(first: State): Store<State> {
  const listeners = new Set<() => void>()
  let state = first
  return {
    get: () => state,
    set(parts) {
      state = { ...state, ...parts }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
