import type { Database } from '#server/db/connect.ts'
import { notePushed, withoutPushed } from '#server/db/articles/pushed-addresses.ts'
import { batchSize, pushBatch, PushRefused, type Receipt } from './push-batch.ts'
import { UnavailableError, createUpstreams, isOutage, type Upstream, type Upstreams } from '../upstream.ts'
import type { BaiduConfig } from './baidu-config.ts'
import { readSitemap, type ListedAddress } from './read-sitemap.ts'

type Options = {
  db: Database
  config: BaiduConfig
  /** Origin under which the site is reachable. */
  site: string
  /** Whether to report without sending. */
  dry: boolean
  now: () => Date
  signal: AbortSignal
  onBatch: (addresses: readonly string[], receipt: Receipt | undefined) => void
  upstreams?: Upstreams
}

/** Time limit of one batch in ms: 2,000 addresses, and no visitor waits. */
const orderLimitMs = 10_000
/** Time limit of one part of the sitemap in ms; the site may have to generate it first. */
const partLimitMs = 30_000

/** Why a submission stopped early: the daily quota is used up, or Baidu did not respond twice. */
type Stop = 'over quota' | 'away'

/** The result of a submission: what was sent (or, on a dry run, would be), and why it stopped early. */
export type PushOutcome = {
  sent: number
  /** New or changed addresses that were not sent, as far as they were examined. */
  left: number
  stopped?: Stop
}

/**
 * Submits the sitemap's new and changed addresses to Baidu, at most 2,000 a batch. Accepted addresses are stored after
 * each batch, so that an interruption neither loses nor repeats any. Rejects when the site or Baidu does not answer as
 * documented.
 */
export async function pushChanged(options: Options): Promise<PushOutcome> {
  const { db, site, signal, upstreams = createUpstreams() } = options
  const baidu = upstreams.to({ system: 'baidu', timeLimitMs: orderLimitMs, retryWhen: isOutage })
  const ownSite = upstreams.to({ system: 'site', timeLimitMs: partLimitMs, retryWhen: isOutage })
  let sent = 0
  let room = Number.POSITIVE_INFINITY
  let waiting: ListedAddress[] = []
  let stop: Stop = 'over quota'
  const stopped = (): PushOutcome => ({ sent, left: waiting.length, stopped: stop })
  const flush = async (): Promise<boolean> => {
    const order = waiting.splice(0, Math.min(batchSize, room))
    if (order.length === 0) return waiting.length === 0
    const remain = await send(options, baidu, order)
    if (typeof remain === 'string') {
      waiting.unshift(...order)
      stop = remain
      room = 0
      return false
    }
    sent += order.length
    room = remain
    return true
  }
  for await (const part of readSitemap(site, ownSite, signal)) {
    for (let at = 0; at < part.length; at += batchSize) {
      waiting.push(...(await withoutPushed(db, part.slice(at, at + batchSize))))
      while (waiting.length >= batchSize) if (!(await flush())) return stopped()
    }
  }
  while (waiting.length > 0) if (!(await flush())) return stopped()
  return { sent, left: 0 }
}

/** Sends one batch and stores it; returns the remaining quota, or why nothing more can be sent. */
async function send(
  { db, config, dry, now, signal, onBatch: onOrder }: Options,
  baidu: Upstream,
  order: readonly ListedAddress[],
): Promise<number | Stop> {
  const addresses = order.map(({ address }) => address)
  if (dry) {
    onOrder(addresses, undefined)
    return Number.POSITIVE_INFINITY
  }
  try {
    const receipt = await baidu((inTime) => pushBatch(config, addresses, inTime), { signal })
    const refused = new Set([...receipt.notSameSite, ...receipt.notValid])
    await notePushed(
      db,
      order.filter(({ address }) => !refused.has(address)),
      now(),
    )
    onOrder(addresses, receipt)
    return receipt.remain
  } catch (error) {
    if (error instanceof PushRefused && error.overQuota) return 'over quota'
    if (error instanceof UnavailableError) return 'away'
    throw error
  }
}
