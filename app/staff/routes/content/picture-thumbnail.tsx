import styles from './content-form.module.css'

const stored = /^(?:\/media\/images\/)?([\da-f]{32})\.(?:jpg|png|webp|gif|avif)$/

/** The address of a small rendition of a picture that a cell names; undefined for a text that names none. */
function thumbnailPath(value: string): string | undefined {
  const hash = stored.exec(value)?.[1]
  return hash === undefined ? undefined : `/media/images/${hash}-320`
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
