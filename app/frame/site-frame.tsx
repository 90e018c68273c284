import type { ReactNode } from 'react'
import { ChildStrip } from '#app/child/child-strip.tsx'
import { CompareBar } from './compare-bar.tsx'
import { FlashMessage } from './flash-message.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import styles from './site-frame.module.css'

type Props = {
  children: ReactNode
  /** Whether a modal covers the page: the frame is inert, with scripts or without. */
  isCovered?: boolean
  /** Whether it frames an error: the compare bar would cover its links. */
  isError?: boolean
}

/** The site's frame: skip link, header and footer. The page renders its own `main` with the id `main`. */
export function SiteFrame({ children, isCovered = false, isError = false }: Props) {
  return (
    <div data-layout="default" {...(isCovered ? { inert: '' } : {})}>
      <a className={styles.skip} href="#main">
        跳到主要内容
      </a>
      <SiteHeader />
      <FlashMessage />
      {isError ? null : <ChildStrip />}
      {children}
      <SiteFooter />
      {isError ? null : <CompareBar />}
    </div>
  )
}
