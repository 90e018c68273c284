import { z } from 'zod'
import { failureOfStatus, isOutage, type Upstreams } from '../upstream.ts'
import { cachedValue, type Fetched } from './cached-value.ts'
import type { WechatConfig } from './wechat-config.ts'

const origin = 'https://api.weixin.qq.com'
/** How long one call may take in all, in ms. */
const limitMs = 2000
/** WeChat's own life of a token and of a ticket, in seconds; an answer may name less, never more. */
const lifeSeconds = 7200
/** The token is wrong or over, whatever we thought of it. */
const badToken = new Set([40001, 40014, 42001])

const answer = z.object({
  errcode: z.int().default(0),
  expires_in: z.int().positive().max(lifeSeconds).catch(lifeSeconds),
  access_token: z.string().optional(),
  ticket: z.string().optional(),
})

/** A ticket that signatures are made with; rejects when WeChat gives none. */
export type TicketSource = () => Promise<string>

/**
 * The account's ticket for the JS-SDK, kept for 7,200 s like the access token behind it, and fetched once however many
 * ask. The token is WeChat's stable one: many processes get the same and take it from nobody.
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

/** An answer with an errcode is one: what it refuses is judged by who asked. */
async function ask(path: string, init: RequestInit): Promise<z.output<typeof answer>> {
  const response = await fetch(origin + path, { ...init, redirect: 'error' })
  if (!response.ok) throw failureOfStatus(response.status, `WeChat answered ${response.status}`)
  return answer.parse(await response.json())
}

/** Neither the secret nor what WeChat answered stands in the message: it goes to the log. */
function fetched(value: string | undefined, { errcode, expires_in }: z.output<typeof answer>): Fetched {
  if (value === undefined || errcode !== 0) throw new Error(`WeChat refused with errcode ${errcode}`)
  return { value, lifeMs: expires_in * 1000 }
}
