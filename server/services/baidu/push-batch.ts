import { z } from 'zod'
import { failureOfStatus, RefusedError } from '#server/services/upstream.ts'
import type { BaiduConfig } from './baidu-config.ts'

/** Addresses of one batch at most: the protocol's limit. */
export const batchSize = 2000

/** Baidu's response to a batch. */
export type Receipt = {
  /** Number of accepted addresses. */
  success: number
  /** Remaining quota of the day. */
  remain: number
  /** Addresses of another site. */
  notSameSite: string[]
  /** Malformed addresses. */
  notValid: string[]
}

/** Baidu refused the whole batch; `overQuota` when the daily quota is used up. */
export class PushRefused extends RefusedError {
  readonly overQuota: boolean
  constructor(message: string) {
    super(`百度拒绝: ${message}`)
    this.overQuota = message === 'over quota'
  }
}

const taken = z.object({
  success: z.int(),
  remain: z.int(),
  not_same_site: z.array(z.string()).default([]),
  not_valid: z.array(z.string()).default([]),
})
const refused = z.object({ error: z.int(), message: z.string() })

/**
 * Sends one batch by the documented protocol: a POST of plain text, one address a line. Rejects with PushRefused for a
 * refusal, and with another error for an unreadable response.
 */
export async function pushBatch(
  { site, token }: BaiduConfig,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Receipt> {
  const url = new URL('http://data.zz.baidu.com/urls')
  url.searchParams.set('site', site)
  url.searchParams.set('token', token)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: addresses.join('\n'),
    redirect: 'error',
    signal,
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const refusal = refused.safeParse(answer)
  if (refusal.success) throw new PushRefused(refusal.data.message)
  const receipt = taken.safeParse(answer)
  if (!receipt.success) throw failureOfStatus(response.status, `百度的回答读不懂 (${response.status})`)
  const { success, remain, not_same_site: notSameSite, not_valid: notValid } = receipt.data
  return { success, remain, notSameSite, notValid }
}
