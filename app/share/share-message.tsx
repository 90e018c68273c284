import { useEffect } from 'react'
import { isPrivatePath } from '#app/visitor/private-paths.ts'
import { openGraph, pageLink, pageTitle } from './page-card.ts'
import { setWechatShareData } from './wechat-sdk.ts'

/** The site's own picture. */
const sitePicture = '/share.png'

type Props = {
  /** Address of the shown page. */
  page: string
  /** Address that the document was loaded with. */
  entryUrl: string
}

/**
 * Sets WeChat's share data for each page that is shown. Not of private pages, whose address may be secret: it would
 * stand in the call for a signature and on the card.
 */
export default function ShareMessage({ page, entryUrl }: Props) {
  useEffect(() => {
    if (isPrivatePath(window.location.pathname)) return undefined
    const isOver = new AbortController()
    // React has updated the document's head by now.
    void setWechatShareData(messageOfPage(), entryUrl, isOver.signal)
    return () => isOver.abort()
  }, [page, entryUrl])
  return null
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
