import styles from './prose.module.css'

/** A text of the operator as paragraphs, one for each line. */
export function Prose({ text }: { text: string }) {
  const paragraphs = text.split(/\s*\n\s*/).filter((line) => line !== '')
  return (
    <div className={styles.prose}>
      {paragraphs.map((paragraph, at) => (
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  )
}
