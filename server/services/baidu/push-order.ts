import { z } from 'zod'
import { failureOfStatus, RefusedError } from '#server/services/upstream.ts'
import type { BaiduConfig } from './baidu-config.ts'

/** Addresses of one order at most: the limit of the protocol. */
export const orderSize = 2000

/** What Baidu did with an order. */
export type Receipt = {
  /** Addresses taken. */
  success: number
  /** Addresses that may still be pushed today. */
  remain: number
  /** Addresses that belong to another site. */
  notSameSite: string[]
  /** Addresses that are none. */
  notValid: string[]
}

/** Baidu refused the whole order; `overQuota` when the day's number is used up. */
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
 * Sends one order by the documented protocol: a POST of plain text, one address a line. Rejects with PushRefused when
 * Baidu says no, and with another error when it says nothing that can be read.
 */
export async function pushOrder(
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
