import { monthText } from '#app/ui/text/format.ts'
import { Picture } from '#app/pictures/picture.tsx'
import styles from './gallery.module.css'
import type { DatedEnvRow } from '../content-views.ts'

/** Pictures of the campus, each with what it shows and when it was taken. */
export function Gallery({ items }: { items: readonly DatedEnvRow[] }) {
  return (
    <ul className={styles.gallery}>
      {items.map(({ id, title, picture, taken_on }) => (
        <li key={id}>
          <figure>
            <Picture
              className={styles.picture}
              picture={picture}
              alt={picture.alt ?? `${title}的图片`}
              sizes="350px"
              wide
            />
            <figcaption>
              {title}
              {taken_on === undefined ? null : <small> · {monthText(taken_on)}</small>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
