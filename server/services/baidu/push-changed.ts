import type { Database } from '#server/db/connect.ts'
import { notePushed, withoutPushed } from '#server/db/pushed-addresses.ts'
import { orderSize, pushOrder, PushRefused, type Receipt } from './push-order.ts'
import type { BaiduConfig } from './read-baidu-config.ts'
import { readSitemap, type ListedAddress } from './read-sitemap.ts'

type Options = {
  db: Database
  config: BaiduConfig
  /** Where the site answers. */
  site: string
  /** Only says what would be sent. */
  dry: boolean
  now: () => Date
  signal: AbortSignal
  onOrder: (addresses: readonly string[], receipt: Receipt | undefined) => void
}

/** How a push ended: what was sent or, on a dry run, would have been, and why it stopped early. */
export type PushOutcome = {
  sent: number
  /** New or changed addresses that the day's number left no room for, as far as they were looked at. */
  left: number
  stopped?: 'over quota'
}

/**
 * Tells Baidu of the addresses of the sitemap that are new or changed since it was told of them, at most 2,000 an
 * order. What was taken is noted after each order, so that an end in between loses and repeats nothing. Rejects when
 * the site or Baidu does not answer as documented.
 */
export async function pushChanged(options: Options): Promise<PushOutcome> {
  const { db, site, signal } = options
  let sent = 0
  let room = Number.POSITIVE_INFINITY
  let waiting: ListedAddress[] = []
  const flush = async (): Promise<boolean> => {
    const order = waiting.splice(0, Math.min(orderSize, room))
    if (order.length === 0) return waiting.length === 0
    const remain = await send(options, order)
    if (remain === undefined) {
      waiting.unshift(...order)
      room = 0
      return false
    }
    sent += order.length
    room = remain
    return true
  }
  for await (const part of readSitemap(site, signal)) {
    for (let at = 0; at < part.length; at += orderSize) {
      waiting.push(...(await withoutPushed(db, part.slice(at, at + orderSize))))
      while (waiting.length >= orderSize) if (!(await flush())) return stopped(sent, waiting)
    }
  }
  while (waiting.length > 0) if (!(await flush())) return stopped(sent, waiting)
  return { sent, left: 0 }
}

function stopped(sent: number, waiting: readonly ListedAddress[]): PushOutcome {
  return { sent, left: waiting.length, stopped: 'over quota' }
}

/** Sends one order and notes it; what remains of the day's number, undefined when it was used up before. */
async function send(
  { db, config, dry, now, signal, onOrder }: Options,
  order: readonly ListedAddress[],
): Promise<number | undefined> {
  const addresses = order.map(({ address }) => address)
  if (dry) {
    onOrder(addresses, undefined)
    return Number.POSITIVE_INFINITY
  }
  try {
    const receipt = await pushOrder(config, addresses, signal)
    const refused = new Set([...receipt.notSameSite, ...receipt.notValid])
    await notePushed(
      db,
      order.filter(({ address }) => !refused.has(address)),
      now(),
    )
    onOrder(addresses, receipt)
    return receipt.remain
  } catch (error) {
    if (error instanceof PushRefused && error.overQuota) return undefined
    throw error
  }
}
