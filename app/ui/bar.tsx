import styles from './bar.module.css'

/** A bar that draws a share of a whole, 0 to 1, beside a text that says the same. */
export function Bar({ share }: { share: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <svg className={styles.bar} width="100%" height="8" aria-hidden="true" focusable="false">
      <rect width="100%" height="8" rx="4" />
      <rect width={`${percent}%`} height="8" rx="4" />
    </svg>
  )
}
