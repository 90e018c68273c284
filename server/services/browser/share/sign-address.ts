import { createHash, randomBytes } from 'node:crypto'
import { createUpstreams, type Upstreams } from '../../upstream.ts'
import { jssdkTicket } from './jssdk-ticket.ts'
import type { WechatConfig } from './wechat-config.ts'

/** Configuration of the JS-SDK; `timestamp` in seconds. */
export type ShareSignature = { appId: string; timestamp: number; nonceStr: string; signature: string }

/** Signs an address of this site; rejects when WeChat gives no ticket. */
export type SignAddress = (url: string) => Promise<ShareSignature>

type Signed = { ticket: string; nonceStr: string; timestamp: number; url: string }

/** WeChat's signature of a URL without its fragment. The protocol requires SHA-1. */
export function signatureOf({ ticket, nonceStr, timestamp, url }: Signed): string {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.replace(/#.*$/s, '')}`
  return createHash('sha1').update(text).digest('hex')
}

/** Creates the signer of one WeChat account. */
export function addressSigner(
  config: WechatConfig,
  now: () => Date,
  upstreams: Upstreams = createUpstreams(),
): SignAddress {
  const ticketOf = jssdkTicket(config, now, upstreams)
  return async (url) => {
    const ticket = await ticketOf()
    const nonceStr = randomBytes(16).toString('hex')
    const timestamp = Math.floor(now().getTime() / 1000)
    return {
      appId: config.appId,
      timestamp,
      nonceStr,
      signature: signatureOf({ ticket, nonceStr, timestamp, url }),
    }
  }
}
