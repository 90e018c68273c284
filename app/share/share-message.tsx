import { useEffect } from 'react'
import { isPrivatePath } from '#app/visitor/private-paths.ts'
import { openGraph, pageLink, pageTitle } from './page-card.ts'
import { WechatHint } from './wechat-hint.tsx'
import { setWechatShareData } from './wechat-sdk.ts'

/** The site's own picture. */
const sitePicture = '/share.png'

/**
 * Sets WeChat's share data for each page that is shown; renders the hint at WeChat's menu. Not of private pages, whose
 * address may be secret: it would stand in the call for a signature and on the card.
 */
export default function ShareMessage({ page }: { page: string }) {
  useEffect(() => {
    if (isPrivatePath(window.location.pathname)) return undefined
    const isOver = new AbortController()
    // React has updated the document's head by now.
    void setWechatShareData(messageOfPage(), isOver.signal)
    return () => isOver.abort()
  }, [page])
  return <WechatHint />
}

function messageOfPage() {
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')?.content
  return {
    title: pageTitle(),
    desc: openGraph('description') ?? description ?? '',
    link: pageLink(),
    imgUrl: openGraph('image') ?? new URL(sitePicture, window.location.href).href,
  }
}
