import wx from 'weixin-js-sdk'
import { callApi } from '#app/api/browser-client.ts'

type Signature = { appId: string; timestamp: number; nonceStr: string; signature: string }
type Message = { title: string; desc: string; link: string; imgUrl: string }
/** The SDK's own way to any call of the client; its types leave it out. */
type Invoke = (name: string, fields: object, done: (answer: { err_msg?: string }) => void) => void

type ShareCall = 'updateAppMessageShareData' | 'updateTimelineShareData'

/** The SDK changes the list that it is given. */
const shareCalls = (): ShareCall[] => ['updateAppMessageShareData', 'updateTimelineShareData']
/** On iOS WeChat checks the address that was entered, however far the page has gone since. */
const entry = window.location.href

/** The address that the client has verified the site for. */
let verifiedFor: string | undefined
/** The SDK says once that it is ready, and never again. */
let isReady = false

/**
 * Sets the message that WeChat shares: title, description, address and icon. It waits until the client has verified the
 * configuration of the present address. Without a configured account, and when the signature does not come, WeChat takes
 * what the document itself says; the next page tries again.
 */
export async function setWechatShareData(message: Message, isOver: AbortSignal): Promise<void> {
  const address = (isApple() ? entry : window.location.href).replace(/#.*$/, '')
  if (verifiedFor !== address) {
    verifiedFor = undefined
    const signature = await sign(address, isOver)
    if (isOver.aborted || signature === undefined) return
    const isVerified = await verify(signature)
    if (isVerified) verifiedFor = address
    if (isOver.aborted || !isVerified) return
  }
  const { title, link, imgUrl } = message
  wx.updateAppMessageShareData({ ...message, success: nothing })
  wx.updateTimelineShareData({ title, link, imgUrl, success: nothing })
}

async function sign(address: string, signal: AbortSignal): Promise<Signature | undefined> {
  const reply = await callApi({ path: '/api/jssdk', fields: { url: address }, signal, read: readSignature })
  return reply.ok ? reply.data : undefined
}

function readSignature(data: unknown): Signature | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if (!('appId' in data && 'timestamp' in data && 'nonceStr' in data && 'signature' in data)) return undefined
  const { appId, timestamp, nonceStr, signature } = data
  const isSignature =
    typeof appId === 'string' &&
    typeof timestamp === 'number' &&
    typeof nonceStr === 'string' &&
    typeof signature === 'string'
  return isSignature ? { appId, timestamp, nonceStr, signature } : undefined
}

/** Configures the SDK; resolves to whether the client has taken the configuration. */
function verify(signature: Signature): Promise<boolean> {
  return new Promise((resolve) => {
    wx.config({ ...signature, debug: false, jsApiList: shareCalls() })
    if (!isReady) {
      wx.error(() => resolve(false))
      wx.ready(() => {
        isReady = true
        resolve(true)
      })
      return
    }
    // `ready` and `error` tell of the first configuration alone: the same question, with an answer of its own.
    const invoke: unknown = Reflect.get(wx, 'invoke')
    if (!isInvoke(invoke)) return resolve(false)
    invoke('preVerifyJSAPI', { verifyJsApiList: shareCalls() }, ({ err_msg = '' }) =>
      resolve(err_msg.endsWith(':ok')),
    )
  })
}

function isInvoke(value: unknown): value is Invoke {
  return typeof value === 'function'
}

/** The SDK's types want it. */
function nothing(): void {}

function isApple(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent)
}
