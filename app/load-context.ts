import type { AppLoadContext } from '@remix-run/node'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
  /** What the process hands to loaders and actions; empty under a stock Remix host. */
  interface AppLoadContext {
    /** Reaches the API: a function call in one process, HTTP when the API runs elsewhere. */
    fetchApi?: (request: Request) => Promise<Response>
    /** Signs what pages keep in cookies; the same on every machine that serves pages. */
    pageSecret?: string
    /** The operator's own facts for header and footer. */
    site?: {
      name: string
      phone?: string
      icp?: string
      police?: string
      address?: string
      email?: string
      hours?: string
      wechat?: string
      /** There may be sample content: pages say what 示例数据 means. */
      sample?: boolean
    }
    /** Origin of canonical addresses; absent on a trial. */
    publicOrigin?: string
    /** The answer is kept for other visitors: a finished document without a nonce. */
    isForCache?: boolean
    /** Whether the page waits for the API now; while it does not, all that it lacks is its turn on this machine. */
    isWaiting?: () => boolean
    /** Names this request in the log and on the page of an unexpected error. */
    requestId?: string
    /** Set while this request is answered when the API refused a posted form: the page that follows says so. */
    formRefused?: boolean
    /** Writes an unexpected error to the log. */
    reportError?: (error: unknown, request: Request) => void
  }
}

export type { AppLoadContext }

/** Who asks: what a loader or an action was called with, as far as the pieces below it need it. */
export type Caller = { context: AppLoadContext; request: Request }
