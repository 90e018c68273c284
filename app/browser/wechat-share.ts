import wx from 'weixin-js-sdk'

type Signature = { appId: string; timestamp: number; nonceStr: string; signature: string }
type Message = { title: string; desc: string; link: string; imgUrl: string }

const calls = ['updateAppMessageShareData', 'updateTimelineShareData'] as const
const offKey = 'wechat-share'
/** On iOS WeChat checks the address that was entered, however far the page has gone since. */
const entry = location.href

/**
 * Keeps the message that WeChat shares up to date with the page: title, description, address and icon. Without a
 * configured account nothing happens, and WeChat takes what the document itself says.
 */
export async function keepShareMessage(): Promise<void> {
  if (sessionStorage.getItem(offKey) === 'off') return
  await configure(isApple() ? entry : location.href)
  let last = ''
  let signedFor = location.href
  const tell = async () => {
    const message = messageOf()
    const { title, link, imgUrl } = message
    const text = JSON.stringify(message)
    if (text === last) return
    last = text
    if (!isApple() && signedFor !== location.href) {
      signedFor = location.href
      await configure(location.href)
    }
    wx.ready(() => {
      wx.updateAppMessageShareData({ ...message, success: nothing })
      wx.updateTimelineShareData({ title, link, imgUrl, success: nothing })
    })
  }
  await tell()
  // Every page brings its own title; what else belongs to it comes in the same breath.
  new MutationObserver(() => void tell()).observe(document.head, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}

async function configure(address: string): Promise<void> {
  const query = new URLSearchParams({ url: address.replace(/#.*$/, '') }).toString()
  const response = await fetch(`/api/jssdk?${query}`)
  if (!response.ok) {
    sessionStorage.setItem(offKey, 'off')
    throw new Error('no share signature')
  }
  const body: { data: Signature } = await response.json()
  wx.config({ ...body.data, debug: false, jsApiList: [...calls] })
}

function messageOf(): Message {
  const content = (selector: string) => document.querySelector<HTMLMetaElement>(selector)?.content
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  return {
    title: document.title,
    desc: content('meta[name=description]') ?? '',
    link: canonical ?? location.href.replace(/#.*$/, ''),
    imgUrl: content('meta[property="og:image"]') ?? new URL('/favicon.svg', location.href).href,
  }
}

/** The SDK's types want it. */
function nothing(): void {}

function isApple(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent)
}
