import { Component, type ReactNode } from 'react'

/** Error boundary of the kiosk: links to reload and to the server-rendered page, and says that the queue is safe. */
export class KioskErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main>
        <h1>离线签到出错了</h1>
        <p>已记录的签到都保存在本机，没有丢失。</p>
        <p>
          <a className="button" href={window.location.pathname}>
            重新打开
          </a>{' '}
          <a className="button quiet" href={`${window.location.pathname}?plain=1`}>
            改用联网签到
          </a>
        </p>
      </main>
    )
  }
}
