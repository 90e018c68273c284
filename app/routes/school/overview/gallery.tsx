import { monthText } from '#app/ui/text/format.ts'
import { photoPath } from '#app/paths.ts'
import { Picture } from '#app/media/picture.tsx'
import styles from './gallery.module.css'
import type { DatedEnvRow } from '../content-views.ts'

type Props = { schoolId: number; items: readonly DatedEnvRow[] }

/** Campus pictures, each with its caption and month, linked to its page at full size. */
export function Gallery({ schoolId, items }: Props) {
  return (
    <ul className={styles.gallery}>
      {items.map(({ id, title, picture, taken_on }, at) => (
        <li key={id} id={`photo-${at + 1}`}>
          <figure>
            <a href={photoPath(schoolId, at + 1)}>
              <Picture
                className={styles.picture}
                picture={picture}
                alt={picture.alt ?? `${title}的图片`}
                sizes="(min-width:600px) 350px,46vw"
                wide
              />
            </a>
            <figcaption>
              {title}
              {taken_on === undefined ? null : <small>{`\u00a0· ${monthText(taken_on)}`}</small>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
