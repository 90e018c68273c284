import styles from './bar.module.css'

/** A bar that draws a share of a whole, 0 to 1, beside a text that says the same. */
export function Bar({
  share,
  height = 8,
  className,
}: {
  share: number
  height?: number
  className?: string | undefined
}) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <svg
      className={className === undefined ? styles.bar : `${styles.bar} ${className}`}
      width="100%"
      height={height}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="100%" height={height} rx={height / 2} />
      <rect width={`${percent}%`} height={height} rx={height / 2} />
    </svg>
  )
}
