import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { copyRequestId } from '../logging/request-id.ts'
import type { Documents, KeptRender, RenderDocument } from './documents.ts'
import {
  improve,
  keepPage,
  openKeptPages,
  showAtOnce,
  showPage,
  type KeptAnswer,
  type KeptPage,
} from './kept-pages.ts'
import { asksForPage, readerOf, readerOfRequest, requestOf, wordsOf } from './page-asked.ts'
import type { KeepablePage, PageRules } from './page-rules.ts'

/** Finished pages in front of Remix. */
export type PageCache = {
  /** Answers a request for a page from memory where it may, else by rendering it. */
  answer: RenderDocument
  /**
   * The answer to a request that came before in the same words and whose page is fresh, without any of the work that
   * others need; undefined for every other request.
   */
  answerAtOnce: (request: IncomingMessage) => KeptAnswer | undefined
  /** The same with a page of any age, for when there is no time to make a newer one. */
  answerLast: (request: IncomingMessage) => KeptAnswer | undefined
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
const patienceMs = 1000
/** So long a visitor waits for a page that waits for the API, before the streamed one is begun. */
const shellWaitMs = 50
/** So long on a busy process: a page that is streamed while it is also being kept costs two renders. */
const busyWaitMs = 1000
/** After a failure a page is not tried again for so long. */
const restMs = 2000

type Outcome =
  | { kind: 'kept'; page: KeptPage }
  /** Rendered, but for nobody else: a redirect, an error, a private page. */
  | { kind: 'not-kept'; response: Response }
  | { kind: 'failed' }

type Renewal = { outcome: Promise<Outcome>; isWaiting: () => boolean }

/**
 * Keeps finished public pages in memory, compressed. Fresh for 30 s; older ones are shown while one request renews
 * them; when the content has changed visitors wait up to a second for the new page; when it cannot be made, the last
 * good copy is shown for up to a day.
 */
export function createPageCache({
  documents,
  keptPageOf,
  mayBeKept,
  version,
  maxBytes = 64 * 1024 * 1024,
  isBusy = () => false,
  now = Date.now,
}: Options): PageCache {
  const pages = openKeptPages(maxBytes)
  const renewals = new Map<string, Renewal>()
  /** Addresses that were not kept lately, until when in ms: rendering them twice for each visitor helps nobody. */
  const resting = new LRUCache<string, number>({ max: 5000 })

  /** The keys of requests by their words. */
  const asked = new LRUCache<string, string>({
    maxSize: 4 * 1024 * 1024,
    sizeCalculation: (key, words) => key.length + words.length,
  })

  /** Addresses whose page was looked for: when there is too much to do, others are not worth a look. */
  const addresses = new LRUCache<string, true>({ max: 20_000 })

  const rest = (key: string) => resting.set(key, now() + restMs)
  const isResting = (key: string) => (resting.get(key) ?? 0) > now()

  async function settle(key: string, render: KeptRender): Promise<Outcome> {
    const made = { version: version(), madeAt: now() }
    try {
      const response = await render.response
      if (response.status >= 500) {
        rest(key)
        return { kind: 'failed' }
      }
      if (!mayBeKept(response)) {
        pages.delete(key)
        resting.set(key, now() + freshMs)
        return { kind: 'not-kept', response }
      }
      const page = await keepPage(response, made, pages.peek(key))
      if (!render.isSound()) {
        rest(key)
        return { kind: 'failed' }
      }
      pages.set(key, page)
      return { kind: 'kept', page }
    } catch {
      rest(key)
      return { kind: 'failed' }
    }
  }

  /** Keys of pages that can be made smaller; one at a time, so that the other threads are left to requests. */
  const large = new Set<string>()
  async function improveAll(): Promise<void> {
    for (const key of large) {
      const page = pages.peek(key)
      const better = page && (await improve(page))
      const current = pages.peek(key)
      if (better && current?.etag === better.etag) {
        pages.set(key, { ...better, version: current.version, madeAt: current.madeAt })
      }
      large.delete(key)
    }
  }

  /** A page that is shown a second time is worth the work; most of those that a crawler walks through never are. */
  function improveLater(key: string, page: KeptPage): void {
    if (page.isSmallest || large.has(key)) return
    large.add(key)
    // A page that cannot be made smaller stays as it is.
    if (large.size === 1) improveAll().catch(() => large.clear())
  }

  /** One render at a time for each page; `isOurs` tells who began it. */
  function renew({ key, request }: KeepablePage): Renewal & { isOurs: boolean } {
    const underWay = renewals.get(key)
    if (underWay) return { ...underWay, isOurs: false }
    const render = documents.renderKept(request)
    const outcome = settle(key, render).finally(() => renewals.delete(key))
    const renewal = { outcome, isWaiting: render.isWaiting }
    renewals.set(key, renewal)
    return { ...renewal, isOurs: true }
  }

  return {
    answerAtOnce(incoming) {
      const { url = '', headers } = incoming
      if (!asksForPage(incoming)) return undefined
      const key = asked.get(wordsOf(url, (name) => headers[name]))
      const page = key === undefined ? undefined : pages.get(key)
      if (key === undefined || !page || page.version !== version() || now() - page.madeAt >= freshMs)
        return undefined
      improveLater(key, page)
      return showAtOnce(page, readerOf(incoming), 'hit')
    },
    answerLast(incoming) {
      if (!addresses.has(incoming.url ?? '')) return undefined
      const request = asksForPage(incoming) ? requestOf(incoming) : undefined
      const wanted = request && keptPageOf(request)
      const page = wanted && pages.get(wanted.key)
      return page && showAtOnce(page, readerOf(incoming), 'older')
    },
    async answer(request, address) {
      const wanted = keptPageOf(request)
      if (!wanted) return documents.render(request, address)
      const { pathname, search } = new URL(request.url)
      addresses.set(pathname + search, true)
      asked.set(
        wordsOf(pathname + search, (name) => request.headers.get(name)),
        wanted.key,
      )
      const reader = readerOfRequest(request)
      const page = pages.get(wanted.key)
      const age = page ? now() - page.madeAt : Infinity
      const isCurrent = page?.version === version()
      if (page) improveLater(wanted.key, page)
      if (page && isCurrent && age < freshMs) return shown(showPage(page, reader, 'hit'))
      if (isResting(wanted.key)) {
        return page ? shown(showPage(page, reader, 'older')) : documents.render(request, address)
      }
      // Whatever goes wrong in it is found by the id of whoever began it.
      copyRequestId(request, wanted.request)
      const renewal = renew(wanted)
      if (page && isCurrent && age < staleMs) return shown(showPage(page, reader, 'stale'))
      const shellMs = isBusy() ? busyWaitMs : shellWaitMs
      const outcome = await within(renewal, page ? patienceMs : shellMs, page !== undefined)
      if (outcome?.kind === 'kept') return shown(showPage(outcome.page, reader, 'miss'))
      // A redirect may carry the whole query on, which the page's own request does not hold.
      const isWhole = search === new URL(wanted.request.url).search
      if (outcome?.kind === 'not-kept' && renewal.isOurs && isWhole && outcome.response.status !== 200) {
        return outcome.response
      }
      const last = outcome?.kind === 'not-kept' ? undefined : page
      return last ? shown(showPage(last, reader, 'older')) : documents.render(request, address)
    },
  }
}

/** Waits for a page; undefined when the time is over, and, unless `strict`, the page is waiting for the API. */
async function within(renewal: Renewal, ms: number, strict: boolean): Promise<Outcome | undefined> {
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

async function shown(answer: Promise<KeptAnswer>): Promise<Response> {
  const { status, headers, body } = await answer
  return new Response(body && new Uint8Array(body), { status, headers })
}
