import wx from 'weixin-js-sdk'
import { callApi } from '#app/api/browser-client.ts'

type Signature = { appId: string; timestamp: number; nonceStr: string; signature: string }
type Message = { title: string; desc: string; link: string; imgUrl: string }
/** The SDK's generic call of the client, which its types leave out. */
type Invoke = (name: string, fields: object, done: (answer: { err_msg?: string }) => void) => void

type ShareCall = 'updateAppMessageShareData' | 'updateTimelineShareData'

/** A new array each time: the SDK modifies the list that it is given. */
const shareCalls = (): ShareCall[] => ['updateAppMessageShareData', 'updateTimelineShareData']
/** The URL for which the client has verified the configuration. */
let verifiedFor: string | undefined
/** The SDK reports readiness once only. */
let isReady = false

/**
 * Sets what WeChat shares: title, description, address and icon. Waits until the client has verified the
 * configuration of the current URL. Without a configured account, or a signature, WeChat reads the document itself;
 * the next page tries again. On iOS the signature is that of `entryUrl`, with which the document was loaded.
 */
export async function setWechatShareData(
  message: Message,
  entryUrl: string,
  isOver: AbortSignal,
): Promise<void> {
  const address = (isApple() ? entryUrl : window.location.href).replace(/#.*$/, '')
  if (verifiedFor !== address) {
    verifiedFor = undefined
    const signature = await requestSignature(address, isOver)
    if (isOver.aborted || signature === undefined) return
    const isVerified = await verify(signature)
    if (isVerified) verifiedFor = address
    if (isOver.aborted || !isVerified) return
  }
  const { title, link, imgUrl } = message
  wx.updateAppMessageShareData({ ...message, success: noop })
  wx.updateTimelineShareData({ title, link, imgUrl, success: noop })
}

async function requestSignature(address: string, signal: AbortSignal): Promise<Signature | undefined> {
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

/** Configures the SDK; resolves to whether the client accepted the configuration. */
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
    // `ready` and `error` report the first configuration only; this call returns a result each time.
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

/** A callback that the SDK's types require. */
function noop(): void {}

function isApple(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent)
}
