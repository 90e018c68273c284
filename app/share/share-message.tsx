import { useEffect } from 'react'
import { setWechatShareData } from './wechat-sdk.ts'

/** Sets WeChat's share data for each page that is shown. Renders nothing. */
export default function ShareMessage({ page }: { page: string }) {
  useEffect(() => {
    const isOver = new AbortController()
    // React has updated the document's head by now.
    void setWechatShareData(messageOfPage(), isOver.signal)
    return () => isOver.abort()
  }, [page])
  return null
}

function messageOfPage() {
  const content = (selector: string) => document.querySelector<HTMLMetaElement>(selector)?.content
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  return {
    title: document.title,
    desc: content('meta[name=description]') ?? '',
    link: canonical ?? window.location.href.replace(/#.*$/, ''),
    imgUrl: content('meta[property="og:image"]') ?? new URL('/favicon.svg', window.location.href).href,
  }
}
