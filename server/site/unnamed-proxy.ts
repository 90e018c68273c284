import type { Logger } from 'pino'
import { isUnnamedProxy, type TrustOptions } from './client-address.ts'
import type { Observer } from './request-lifecycle.ts'

/** Detector of a proxy that TRUST_PROXY does not name. */
export type UnnamedProxy = {
  observe: Observer
  /** Requests that came through such a proxy since the start. */
  count: () => number
}

/** Detects a proxy in front that TRUST_PROXY does not name and logs it once: limits count all its visitors as one client. */
export function detectUnnamedProxy(trust: TrustOptions, log: Pick<Logger, 'warn'>): UnnamedProxy {
  let count = 0
  return {
    observe({ incoming }) {
      if (!isUnnamedProxy(incoming, trust)) return
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
