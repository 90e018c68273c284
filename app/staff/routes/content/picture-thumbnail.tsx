import styles from './content-form.module.css'

const stored = /^(?:\/media\/images\/)?([\da-f]{32})\.(?:jpg|png|webp|gif|avif)$/
const drawn = /^\/media\/sample\/[a-z]+\/[a-z0-9-]{1,60}\.svg$/

/** The address of a small rendition of a picture that a cell names; undefined for a text that names none. */
function thumbnailPath(value: string): string | undefined {
  const hash = stored.exec(value)?.[1]
  if (hash !== undefined) return `/media/images/${hash}-320`
  return drawn.test(value) ? value : undefined
}

/** The picture that a cell names, small; the cell as text when it names none. */
export function PictureThumbnail({ value, label }: { value: string; label: string }) {
  const path = thumbnailPath(value)
  return path === undefined ? (
    <>{value === '' ? '空' : value}</>
  ) : (
    <img className={styles.thumbnail} src={path} alt={label} loading="lazy" />
  )
}
