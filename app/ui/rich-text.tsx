import styles from './rich-text.module.css'

/**
 * A text of the operator, the only place where HTML comes from data: the API has cleaned it (`richHtml` of the
 * contract).
 */
export function RichText({ html }: { html: string }) {
  return <div className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />
}
