import { useRef } from 'react'
import { useRichTextPictures } from '#app/media/rich-text-pictures.ts'
import { useRootData } from '#app/root-data.ts'
import styles from './rich-text.module.css'

/**
 * HTML written by the operator, the only place where HTML comes from data: sanitized by the API (`richHtml` of the
 * contract). Lite pages leave out `srcset`.
 */
export function RichText({ html }: { html: string }) {
  const shown = useRootData()?.lite ? html.replace(/ srcset="[^"]*"/g, '') : html
  const text = useRef<HTMLDivElement>(null)
  useRichTextPictures(text, shown)
  return <div ref={text} className={styles.rich} dangerouslySetInnerHTML={{ __html: shown }} />
}
