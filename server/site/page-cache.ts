import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { copyRequestId } from '../logging/request-id.ts'
import type { Documents, CacheableRender, RenderDocument } from './documents.ts'
import {
  recompress,
  toCachedPage,
  createPageStore,
  cachedAnswerSync,
  cachedAnswer,
  type CachedAnswer,
  type CachedPage,
} from './cached-pages.ts'
import {
  asksForPage,
  conditionalRequestOf,
  conditionalRequestFrom,
  requestOf,
  rawCacheKey,
} from './conditional-request.ts'
import type { CacheablePage, PageRules } from './page-rules.ts'

/** Finished pages in front of Remix. */
export type PageCache = {
  /** Answers a request for a page from memory where it may, else by rendering it. */
  answer: RenderDocument
  /**
   * The answer to a request that came before in the same words and whose page is fresh, without any of the work that
   * others need; undefined for every other request.
   */
  serveFromCache: (request: IncomingMessage) => CachedAnswer | undefined
  /** The same with a page of any age, for when there is no time to make a newer one. */
  serveStale: (request: IncomingMessage) => CachedAnswer | undefined
}

type Options = PageRules & {
  documents: Documents
  /** The content's version now: what was made from another is shown only when nothing newer can be made. */
  version: () => number
  /** Bound of all kept pages together. */
  maxBytes?: number
  /** Whether so many pages are made now that none should be made twice (never when left out). */
  isBusy?: () => boolean
  /** A clock in ms (the process's own when left out). */
  now?: () => number
}

/** So long a page is shown as it is, in ms: likes and seats move without raising the content's version. */
const freshMs = 30_000
/** So long it is shown while it is made anew. */
const staleMs = 10 * 60_000
/** So long a visitor waits for a newer page where an older one is there. */
const waitBudgetMs = 1000
/** So long a visitor waits for a page that waits for the API, before the streamed one is begun. */
const shellWaitMs = 50
/** So long on a busy process: a page that is streamed while it is also being kept costs two renders. */
const busyWaitMs = 1000
/** After a failure a page is not tried again for so long. */
const backOffMs = 2000

type Outcome =
  | { kind: 'kept'; page: CachedPage }
  /** Rendered, but for nobody else: a redirect, an error, a private page. */
  | { kind: 'not-kept'; response: Response }
  | { kind: 'failed' }

type Revalidation = { outcome: Promise<Outcome>; isWaiting: () => boolean }

/**
 * Keeps finished public pages in memory, compressed. Fresh for 30 s; older ones are shown while one request renews
 * them; when the content has changed visitors wait up to a second for the new page; when it cannot be made, the last
 * good copy is shown for up to a day.
 */
export function createPageCache({
  documents,
  cacheablePageOf,
  isCacheable,
  version,
  maxBytes = 64 * 1024 * 1024,
  isBusy = () => false,
  now = Date.now,
}: Options): PageCache {
  const pages = createPageStore(maxBytes)
  const revalidations = new Map<string, Revalidation>()
  /** Addresses that were not kept lately, until when in ms: rendering them twice for each visitor helps nobody. */
  const backedOff = new LRUCache<string, number>({ max: 5000 })

  /** The keys of requests by their words. */
  const keyByRawRequest = new LRUCache<string, string>({
    maxSize: 4 * 1024 * 1024,
    sizeCalculation: (key, words) => key.length + words.length,
  })

  /** Addresses whose page was looked for: when there is too much to do, others are not worth a look. */
  const addresses = new LRUCache<string, true>({ max: 20_000 })

  const backOff = (key: string) => backedOff.set(key, now() + backOffMs)
  const isBackedOff = (key: string) => (backedOff.get(key) ?? 0) > now()

  async function cacheOutcome(key: string, render: CacheableRender): Promise<Outcome> {
    const made = { version: version(), madeAt: now() }
    try {
      const response = await render.response
      if (response.status >= 500) {
        backOff(key)
        return { kind: 'failed' }
      }
      if (!isCacheable(response)) {
        pages.delete(key)
        backedOff.set(key, now() + freshMs)
        return { kind: 'not-kept', response }
      }
      const page = await toCachedPage(response, made, pages.peek(key))
      if (!render.isSound()) {
        backOff(key)
        return { kind: 'failed' }
      }
      pages.set(key, page)
      return { kind: 'kept', page }
    } catch {
      backOff(key)
      return { kind: 'failed' }
    }
  }

  /** Keys of pages that can be made smaller; one at a time, so that the other threads are left to requests. */
  const large = new Set<string>()
  async function recompressAll(): Promise<void> {
    for (const key of large) {
      const page = pages.peek(key)
      const better = page && (await recompress(page))
      const current = pages.peek(key)
      if (better && current?.etag === better.etag) {
        pages.set(key, { ...better, version: current.version, madeAt: current.madeAt })
      }
      large.delete(key)
    }
  }

  /** A page that is shown a second time is worth the work; most of those that a crawler walks through never are. */
  function recompressLater(key: string, page: CachedPage): void {
    if (page.isRecompressed || large.has(key)) return
    large.add(key)
    // A page that cannot be made smaller stays as it is.
    if (large.size === 1) recompressAll().catch(() => large.clear())
  }

  /** One render at a time for each page; `isOurs` tells who began it. */
  function revalidate({ key, request }: CacheablePage): Revalidation & { isOurs: boolean } {
    const underWay = revalidations.get(key)
    if (underWay) return { ...underWay, isOurs: false }
    const render = documents.renderForCache(request)
    const outcome = cacheOutcome(key, render).finally(() => revalidations.delete(key))
    const renewal = { outcome, isWaiting: render.isWaiting }
    revalidations.set(key, renewal)
    return { ...renewal, isOurs: true }
  }

  return {
    serveFromCache(incoming) {
      const { url = '', headers } = incoming
      if (!asksForPage(incoming)) return undefined
      const key = keyByRawRequest.get(rawCacheKey(url, (name) => headers[name]))
      const page = key === undefined ? undefined : pages.get(key)
      if (key === undefined || !page || page.version !== version() || now() - page.madeAt >= freshMs)
        return undefined
      recompressLater(key, page)
      return cachedAnswerSync(page, conditionalRequestOf(incoming), 'hit')
    },
    serveStale(incoming) {
      if (!addresses.has(incoming.url ?? '')) return undefined
      const request = asksForPage(incoming) ? requestOf(incoming) : undefined
      const wanted = request && cacheablePageOf(request)
      const page = wanted && pages.get(wanted.key)
      return page && cachedAnswerSync(page, conditionalRequestOf(incoming), 'older')
    },
    async answer(request, address) {
      const wanted = cacheablePageOf(request)
      if (!wanted) return documents.render(request, address)
      const { pathname, search } = new URL(request.url)
      addresses.set(pathname + search, true)
      keyByRawRequest.set(
        rawCacheKey(pathname + search, (name) => request.headers.get(name)),
        wanted.key,
      )
      const reader = conditionalRequestFrom(request)
      const page = pages.get(wanted.key)
      const age = page ? now() - page.madeAt : Infinity
      const isCurrent = page?.version === version()
      if (page) recompressLater(wanted.key, page)
      if (page && isCurrent && age < freshMs) return shown(cachedAnswer(page, reader, 'hit'))
      if (isBackedOff(wanted.key)) {
        return page ? shown(cachedAnswer(page, reader, 'older')) : documents.render(request, address)
      }
      // Whatever goes wrong in it is found by the id of whoever began it.
      copyRequestId(request, wanted.request)
      const renewal = revalidate(wanted)
      if (page && isCurrent && age < staleMs) return shown(cachedAnswer(page, reader, 'stale'))
      const shellMs = isBusy() ? busyWaitMs : shellWaitMs
      const outcome = await within(renewal, page ? waitBudgetMs : shellMs, page !== undefined)
      if (outcome?.kind === 'kept') return shown(cachedAnswer(outcome.page, reader, 'miss'))
      // A redirect may carry the whole query on, which the page's own request does not hold.
      const isWhole = search === new URL(wanted.request.url).search
      if (outcome?.kind === 'not-kept' && renewal.isOurs && isWhole && outcome.response.status !== 200) {
        return outcome.response
      }
      const last = outcome?.kind === 'not-kept' ? undefined : page
      return last ? shown(cachedAnswer(last, reader, 'older')) : documents.render(request, address)
    },
  }
}

/** Waits for a page; undefined when the time is over, and, unless `strict`, the page is waiting for the API. */
async function within(renewal: Revalidation, ms: number, strict: boolean): Promise<Outcome | undefined> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    const look = () => {
      if (strict || renewal.isWaiting()) resolve(undefined)
      else timer = setTimeout(look, ms)
    }
    timer = setTimeout(look, ms)
  })
  try {
    return await Promise.race([renewal.outcome, over])
  } finally {
    clearTimeout(timer)
  }
}

async function shown(answer: Promise<CachedAnswer>): Promise<Response> {
  const { status, headers, body } = await answer
  return new Response(body && new Uint8Array(body), { status, headers })
}
