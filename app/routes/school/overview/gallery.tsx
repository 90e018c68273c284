import { monthText } from '#app/ui/text/format.ts'
import { Picture } from '#app/pictures/picture.tsx'
import styles from './gallery.module.css'
import type { DatedEnvRow } from '../content-views.ts'

/** Campus pictures, each with its caption and date. */
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
