import type { IncomingMessage } from 'node:http'

/**
 * Counts a request for a page against its client: the seconds until the client may ask again when it has asked for too
 * much, else undefined. Clients that nothing is known of are not counted.
 */
export type RenderRate = (
  incoming: Pick<IncomingMessage, 'url'>,
  client: string | undefined,
) => number | undefined

/** Counts one act of a key; the seconds until its window ends when it was one too many. */
type Counter = { consume: (key: string) => { allowed: true } | { allowed: false; retryAfter: number } }

/** A window's length in ms and the requests of one client in it. */
type Rate = { limit: number; windowMs: number }

/**
 * Searches: 60 a minute (each is several statements on free text), counted over five, so that a hall full of parents behind one address
 * may search at the same moment.
 */
export const searchRate: Rate = { limit: 300, windowMs: 300_000 }
/** All other pages that are not in memory, and page data: 30 a second, a fifth of what one core renders. */
export const renderRate: Rate = { limit: 1800, windowMs: 60_000 }

const search = /^\/search(?:\/|\.data|\?|$)|[?&]q=/

/** Makes the rate over two counters, of searches and of everything that is rendered. */
export function createRenderRate(counters: { searches: Counter; renders: Counter }): RenderRate {
  return ({ url = '' }, client) => {
    if (client === undefined) return undefined
    const rendered = counters.renders.consume(client)
    if (!rendered.allowed) return rendered.retryAfter
    const searched = search.test(url) ? counters.searches.consume(client) : rendered
    return searched.allowed ? undefined : searched.retryAfter
  }
}
