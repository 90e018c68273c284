import { Component, type ReactNode } from 'react'

/**
 * Error boundary around what a page can do without: where it fails, in rendering or in an effect, it is gone and the page
 * stands. For parts of the document's frame, which surround the error page too: their error would reach it again and again.
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
    // Heard by reportErrors; React tells the console alone.
    if ('reportError' in window) window.reportError(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
