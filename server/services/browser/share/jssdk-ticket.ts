import { z } from 'zod'
import { failureOfStatus, isOutage, type Upstreams } from '../../upstream.ts'
import { cachedValue, type Fetched } from './cached-value.ts'
import type { WechatConfig } from './wechat-config.ts'

const origin = 'https://api.weixin.qq.com'
/** Time limit of one call, in ms. */
const limitMs = 2000
/** Upper bound of the lifetime of a token and of a ticket, in seconds; an answer may name less. */
const lifeSeconds = 7200
/** Error codes of an invalid or expired token. */
const badToken = new Set([40001, 40014, 42001])

const answer = z.object({
  errcode: z.int().default(0),
  expires_in: z.int().positive().max(lifeSeconds).catch(lifeSeconds),
  access_token: z.string().optional(),
  ticket: z.string().optional(),
})

/** Returns the ticket for signatures; rejects when WeChat gives none. */
export type TicketSource = () => Promise<string>

/**
 * The account's JS-SDK ticket, cached for 7,200 s like the access token behind it, and fetched once for concurrent
 * callers. Uses WeChat's stable token, which several processes share without invalidating each other's.
 */
export function jssdkTicket(
  { appId, secret }: WechatConfig,
  now: () => Date,
  upstreams: Upstreams,
): TicketSource {
  const wechat = upstreams.to({ system: 'wechat', timeLimitMs: limitMs, retryWhen: isOutage })
  const call = (path: string, init: RequestInit) => wechat((signal) => ask(path, { ...init, signal }))
  const token = cachedValue(async () => {
    const body = JSON.stringify({ grant_type: 'client_credential', appid: appId, secret })
    const given = await call('/cgi-bin/stable_token', { method: 'POST', body })
    return fetched(given.access_token, given)
  }, now)

  const askForTicket = async () => {
    const query = new URLSearchParams({ access_token: await token.get(), type: 'jsapi' })
    return call(`/cgi-bin/ticket/getticket?${query.toString()}`, {})
  }
  const ticket = cachedValue(async () => {
    const first = await askForTicket()
    if (!badToken.has(first.errcode)) return fetched(first.ticket, first)
    token.forget()
    const second = await askForTicket()
    return fetched(second.ticket, second)
  }, now)
  return () => ticket.get()
}

/** A response with an errcode is valid; the caller handles the refusal. */
async function ask(path: string, init: RequestInit): Promise<z.output<typeof answer>> {
  const response = await fetch(origin + path, { ...init, redirect: 'error' })
  if (!response.ok) throw failureOfStatus(response.status, `WeChat answered ${response.status}`)
  return answer.parse(await response.json())
}

/** The error message contains neither the secret nor WeChat's answer, since it is logged. */
function fetched(value: string | undefined, { errcode, expires_in }: z.output<typeof answer>): Fetched {
  if (value === undefined || errcode !== 0) throw new Error(`WeChat refused with errcode ${errcode}`)
  return { value, lifeMs: expires_in * 1000 }
}
