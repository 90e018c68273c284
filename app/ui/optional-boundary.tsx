import { Component, type ReactNode } from 'react'

/**
 * Error boundary around an optional part: when it fails, in rendering or in an effect, it is removed and the page
 * stays. For parts of the frame, which the error page renders too: their errors would reach it again.
 */
export class OptionalBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  constructor(props: { children: ReactNode }) {
    super(props)
    this.state = { hasFailed: false }
  }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    // For reportErrors; React only logs the error.
    if ('reportError' in window) window.reportError(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
