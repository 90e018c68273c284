import { Picture, type PictureData } from '#app/media/picture.tsx'
import styles from './people.module.css'

/** A decorative portrait, or the first character of the name without one. */
export function Portrait({ picture, name }: { picture: PictureData | undefined; name: string }) {
  if (picture !== undefined)
    return <Picture className={styles.portrait} picture={picture} alt="" sizes="64px" />
  return (
    <span className={`${styles.portrait} ${styles.initial}`} aria-hidden="true">
      {Array.from(name)[0]}
    </span>
  )
}
