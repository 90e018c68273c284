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

/** Page cache in front of Remix: stale-while-revalidate for public documents. */
export type PageCache = {
  /** Answers from the cache where it may, else by rendering. */
  answer: RenderDocument
  /**
   * Serves a fresh page to a request with a known raw cache key, before any other work; undefined for every other request.
   */
  serveFromCache: (request: IncomingMessage) => CachedAnswer | undefined
  /** Serves a page of any age, under overload. */
  serveStale: (request: IncomingMessage) => CachedAnswer | undefined
}

type Options = PageRules & {
  documents: Documents
  /** The content's version now: a page of another version is served only when no newer one can be rendered. */
  version: () => number
  /** Bound of all cached pages together. */
  maxBytes?: number
  /** Whether so many renders are running that none should be repeated (never when left out). */
  isBusy?: () => boolean
  /** A clock in ms (the process's own when left out). */
  now?: () => number
}

/** Freshness lifetime in ms: likes and seats change without raising the content's version. */
const freshMs = 30_000
/** Stale-while-revalidate lifetime in ms. */
const staleMs = 10 * 60_000
/** Wait budget for a newer page when an older one is cached, in ms. */
const waitBudgetMs = 1000
/** Wait budget for a page that waits for the API, before a streamed render begins, in ms. */
const shellWaitMs = 50
/** The same on a busy process: a page that is streamed and also rendered for the cache costs two renders. */
const busyWaitMs = 1000
/** Back-off after a failed revalidation, in ms. */
const backOffMs = 2000

type Outcome =
  | { kind: 'cached'; page: CachedPage }
  /** Rendered, but not cacheable: a redirect, an error, a private page. */
  | { kind: 'uncacheable'; response: Response }
  | { kind: 'failed' }

type Revalidation = { outcome: Promise<Outcome>; isWaiting: () => boolean }

/**
 * Makes the page cache: rendered public pages in memory, compressed. A page is fresh for 30 s; older ones are served while
 * one request revalidates them; after a change of the content visitors wait up to a second for the new page; when it
 * cannot be rendered, the last copy is served for up to a day (stale-if-error).
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
  /** By the content's version and the cache key: a request after a change does not wait for a page begun before it. */
  const revalidations = new Map<string, Revalidation>()
  /** Cache keys in back-off, until when in ms: those that failed, and uncacheable ones, which would be rendered twice. */
  const backedOff = new LRUCache<string, number>({ max: 5000 })

  /** Cache keys by raw cache key. */
  const keyByRawRequest = new LRUCache<string, string>({
    maxSize: 4 * 1024 * 1024,
    sizeCalculation: (key, raw) => key.length + raw.length,
  })

  /** Addresses of cacheable pages that were requested: under overload no other address is looked up. */
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
        return { kind: 'uncacheable', response }
      }
      const page = await toCachedPage(response, made, pages.peek(key))
      if (!render.isSound()) {
        backOff(key)
        return { kind: 'failed' }
      }
      const before = pages.peek(key)
      // A render begun before a change never replaces a page rendered after it.
      if (before === undefined || before.version <= made.version || made.version === version()) {
        pages.set(key, page)
      }
      return { kind: 'cached', page }
    } catch {
      backOff(key)
      return { kind: 'failed' }
    }
  }

  /** Cache keys to recompress, one at a time, which leaves the other threads to requests. */
  const recompressQueue = new Set<string>()
  async function recompressAll(): Promise<void> {
    for (const key of recompressQueue) {
      const page = pages.peek(key)
      const better = page && (await recompress(page))
      const current = pages.peek(key)
      if (better && current?.etag === better.etag) {
        pages.set(key, { ...better, version: current.version, madeAt: current.madeAt })
      }
      recompressQueue.delete(key)
    }
  }

  /** Recompresses a page at its second use; most pages that a crawler requests have none. */
  function recompressLater(key: string, page: CachedPage): void {
    if (page.isRecompressed || recompressQueue.has(key)) return
    recompressQueue.add(key)
    // A page that cannot be recompressed stays as it is.
    if (recompressQueue.size === 1) recompressAll().catch(() => recompressQueue.clear())
  }

  /** Begins a revalidation, or joins the running one of the page; `isOurs` when this call began it. */
  function revalidate({ key, request }: CacheablePage): Revalidation & { isOurs: boolean } {
    const name = `${version()} ${key}`
    const running = revalidations.get(name)
    if (running) return { ...running, isOurs: false }
    const render = documents.renderForCache(request)
    const outcome = cacheOutcome(key, render).finally(() => revalidations.delete(name))
    const revalidation = { outcome, isWaiting: render.isWaiting }
    revalidations.set(name, revalidation)
    return { ...revalidation, isOurs: true }
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
      return page && cachedAnswerSync(page, conditionalRequestOf(incoming), 'stale_if_error')
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
      const conditions = conditionalRequestFrom(request)
      const page = pages.get(wanted.key)
      const age = page ? now() - page.madeAt : Infinity
      const isCurrent = page?.version === version()
      if (page) recompressLater(wanted.key, page)
      if (page && isCurrent && age < freshMs) return toResponse(cachedAnswer(page, conditions, 'hit'))
      if (isBackedOff(wanted.key)) {
        return page
          ? toResponse(cachedAnswer(page, conditions, 'stale_if_error'))
          : documents.render(request, address)
      }
      // Errors of the render are logged with the id of the request that began it.
      copyRequestId(request, wanted.request)
      const revalidation = revalidate(wanted)
      if (page && isCurrent && age < staleMs) return toResponse(cachedAnswer(page, conditions, 'stale'))
      const shellMs = isBusy() ? busyWaitMs : shellWaitMs
      const outcome = await waitForOutcome(revalidation, page ? waitBudgetMs : shellMs, page !== undefined)
      if (outcome?.kind === 'cached') return toResponse(cachedAnswer(outcome.page, conditions, 'miss'))
      // A redirect may contain the whole query, which the stripped request does not have.
      const isWhole = search === new URL(wanted.request.url).search
      if (
        outcome?.kind === 'uncacheable' &&
        revalidation.isOurs &&
        isWhole &&
        outcome.response.status !== 200
      ) {
        return outcome.response
      }
      const last = outcome?.kind === 'uncacheable' ? undefined : page
      return last
        ? toResponse(cachedAnswer(last, conditions, 'stale_if_error'))
        : documents.render(request, address)
    },
  }
}

/** Waits for a revalidation; undefined after `ms`, but, unless `strict`, not before the render waits for the API. */
async function waitForOutcome(
  revalidation: Revalidation,
  ms: number,
  strict: boolean,
): Promise<Outcome | undefined> {
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<undefined>((resolve) => {
    const check = () => {
      if (strict || revalidation.isWaiting()) resolve(undefined)
      else timer = setTimeout(check, ms)
    }
    timer = setTimeout(check, ms)
  })
  try {
    return await Promise.race([revalidation.outcome, expiry])
  } finally {
    clearTimeout(timer)
  }
}

async function toResponse(answer: Promise<CachedAnswer>): Promise<Response> {
  const { status, headers, body } = await answer
  return new Response(body && new Uint8Array(body), { status, headers })
}
