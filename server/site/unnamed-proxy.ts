import type { Logger } from 'pino'
import { isUnnamedProxy, type Believes } from './client-address.ts'
import type { Observer } from './request-lifecycle.ts'

/** What is known of a proxy that TRUST_PROXY does not name. */
export type UnnamedProxy = {
  observe: Observer
  /** Requests that came through such a proxy since the start. */
  count: () => number
}

/** Looks for a proxy in front that TRUST_PROXY does not name, and says so once: limits take all its visitors for one client. */
export function watchUnnamedProxy(believes: Believes, log: Pick<Logger, 'warn'>): UnnamedProxy {
  let count = 0
  return {
    observe({ incoming }) {
      if (!isUnnamedProxy(incoming, believes)) return
      count += 1
      if (count > 1) return
      log.warn(
        { peer: incoming.socket.remoteAddress },
        'a proxy sends X-Forwarded-For and TRUST_PROXY does not name it: limits count all visitors as one client',
      )
    },
    count: () => count,
  }
}
