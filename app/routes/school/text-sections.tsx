import { RichText } from '#app/ui/text/rich-text.tsx'
import styles from './text-sections.module.css'

type Props = { sections: readonly { title: string; body: string }[] }

/** A school's texts under their headings. */
export function TextSections({ sections }: Props) {
  return sections.map(({ title, body }) => (
    <section key={title} className={styles.section}>
      <h2>{title}</h2>
      <RichText html={body} />
    </section>
  ))
}
