import styles from './check-in.module.css'

/** When an event takes place: lines break between its parts, never inside a date. */
export function Period({ parts }: { parts: readonly string[] }) {
  return parts.map((part, at) => (
    <span key={part}>
      {at === 0 ? null : ' '}
      <span className={styles.part}>{part}</span>
    </span>
  ))
}
