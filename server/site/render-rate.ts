import type { IncomingMessage } from 'node:http'
import { isSearchAddress } from '../contract/search/free-text.ts'
import type { ClientNetworks } from '../network/client-shares.ts'

/**
 * Rate limit of renders and searches by client: the seconds until the client may retry when it is beyond the limit, else
 * undefined.
 */
export type RenderRate = (
  incoming: Pick<IncomingMessage, 'url'>,
  client: ClientNetworks,
  pool: 'pages' | 'forms' | 'reads',
) => number | undefined

/** Window counter of clients: consumes one, or says in how many seconds the window ends. */
type Counter = {
  consume: (client: ClientNetworks) => { allowed: true } | { allowed: false; retryAfter: number }
}

/** Requests of one client in a window, and the window's length in ms. */
type Rate = { limit: number; windowMs: number }

/**
 * Searches: 60 a minute, each of which runs several statements on free text. Counted over five minutes, so that many
 * parents behind one address may search at the same moment.
 */
export const searchRate: Rate = { limit: 300, windowMs: 300_000 }
/** Searches by calls of the API: suggestions while one types. */
export const searchCallRate: Rate = { limit: 1200, windowMs: 300_000 }
/**
 * All other pages that are not cached, and page data: 30 a second, a fifth of what one core renders. Reads by calls of the
 * API as often, counted by themselves.
 */
export const renderRate: Rate = { limit: 1800, windowMs: 60_000 }
/**
 * Pages of forms (orders, the login, check-in, the staff area), shown or sent: as many in a second, over a shorter window,
 * since nothing but overload sheds them. Counted by themselves, so that whoever only reads behind the same address leaves
 * them to others.
 */
export const formRate: Rate = { limit: 300, windowMs: 10_000 }

/**
 * Makes the rate limit over its counters: of searches by pages and by calls, of all renders of pages, of all reads by
 * calls, and of pages of forms.
 */
export function createRenderRate(counters: {
  searches: Counter
  searchCalls: Counter
  renders: Counter
  calls: Counter
  forms: Counter
}): RenderRate {
  return ({ url = '' }, client, pool) => {
    const consume = (counter: Counter): number | undefined => {
      const counted = counter.consume(client)
      return counted.allowed ? undefined : counted.retryAfter
    }
    const isSearch = pool !== 'forms' && isSearchAddress(new URL(url, 'http://site'))
    if (pool === 'forms') return consume(counters.forms)
    const [all, searches] =
      pool === 'reads' ? [counters.calls, counters.searchCalls] : [counters.renders, counters.searches]
    return consume(all) ?? (isSearch ? consume(searches) : undefined)
  }
}
