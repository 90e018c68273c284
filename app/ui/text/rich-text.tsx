import { useRef } from 'react'
import { useRichTextPictures } from '#app/pictures/rich-text-pictures.ts'
import { useRootData } from '#app/root-data.ts'
import styles from './rich-text.module.css'

/**
 * A text of the operator, the only place where HTML comes from data: the API has cleaned it (`richHtml` of the
 * contract). Its pictures come in several widths, on lite pages in the narrowest alone.
 */
export function RichText({ html }: { html: string }) {
  const shown = useRootData()?.lite ? html.replace(/ srcset="[^"]*"/g, '') : html
  const text = useRef<HTMLDivElement>(null)
  useRichTextPictures(text, shown)
  return <div ref={text} className={styles.rich} dangerouslySetInnerHTML={{ __html: shown }} />
}
