import type { AppLoadContext } from '@remix-run/node'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
  /** What the server process passes to loaders and actions; empty under a stock Remix host. */
  interface AppLoadContext {
    /** Calls the API: a function call in one process, HTTP when the API runs elsewhere. */
    fetchApi?: (request: Request) => Promise<Response>
    /** Secret that signs cookies; the same on every machine that serves pages. */
    pageSecret?: string
    /** The operator's details for header and footer. */
    site?: {
      name: string
      /** The operator's full name, as in its licence. */
      company?: string
      /** Who its advisors are and how they answer, a paragraph each; absent: there are none. */
      advisors?: string[]
      /** How facts of schools are checked, and how soon errors are answered. */
      checking?: string[]
      phone?: string
      icp?: string
      police?: string
      /** Path of the picture of the police's record. */
      policeBadge?: string
      /** 统一社会信用代码 of the licence. */
      creditCode?: string
      /** Number of the licence of a value-added telecom business. */
      telecom?: string
      /** When reports of unlawful content are handled, in words. */
      reports?: string
      address?: string
      email?: string
      hours?: string
      wechat?: string
      /** Whether questions need a phone that was verified, by a login or a code. */
      verifiedQuestions?: boolean
      /** Whether there may be sample content: pages then explain 示例数据. */
      sample?: boolean
      /** Whether a WeChat account signs for the JS-SDK; absent: not known here. */
      signsForWechat?: boolean
    }
    /** Origin of canonical addresses; absent on a trial. */
    publicOrigin?: string
    /** Whether the response is rendered for the page cache: a complete document without a nonce. */
    isForCache?: boolean
    /**
     * Whether a call of the API is pending for this page; while none is, rendering is delayed by this machine's load
     * only.
     */
    isWaiting?: () => boolean
    /** Id of this request in the log and on the page of an unexpected error. */
    requestId?: string
    /** Set when the API refused a form that was posted with this request; the page's title says so. */
    formRefused?: boolean
    /**
     * What calls of the API with the token of the cookie say about its session, also calls that are still pending; none
     * of these promises rejects.
     */
    sessionAnswers?: Promise<SessionAnswer>[]
    /** Writes an unexpected error to the log. */
    reportError?: (error: unknown, request: Request) => void
  }
}

/** What one call of the API says about a session: `unknown` when it was refused for another reason, or failed. */
export type SessionAnswer = 'works' | 'ended' | 'unknown'

export type { AppLoadContext }

/** The arguments of a loader or action that functions below it need: context and request. */
export type Caller = { context: AppLoadContext; request: Request }
