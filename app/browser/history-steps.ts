let look: ((step: PopStateEvent) => void) | undefined

/** Lets one listener see steps in the history before the router does: it may keep them from it. */
export function seeStepsFirst(listener: (step: PopStateEvent) => void): void {
  look = listener
}

/** Begins to listen; before the router does, since a window calls its listeners in their order. */
export function watchSteps(): void {
  addEventListener('popstate', (step) => look?.(step))
}
