import type { City } from '#server/contract/cities.ts'
import { newsPath } from '#app/paths.ts'
import styles from './news-cards.module.css'
import type { NewsCardView } from './news-card-view.ts'
import { Picture } from '#app/media/picture.tsx'

type Props = {
  city: City
  items: readonly NewsCardView[]
  /** Level of the titles' headings. */
  level?: 2 | 3
  /** Shows the first item large. */
  lead?: boolean
}

/** The `sizes` of a picture beside its title, above it on wide pages. */
const beside = { sizes: '(min-width:750px) 350px,116px' }

/** Picture attributes of the large first item. */
const leading = { sizes: '(min-width:750px) 640px,90vw', wide: true, eager: true }

/** News cards with picture, title and day; rows on phones, tiles on wide pages. */
export function NewsCards({ city, items, level = 3, lead = false }: Props) {
  const Heading = `h${level}` as const
  return (
    <ul className={lead ? `${styles.news} ${styles.lead}` : styles.news}>
      {items.map(({ id, title, summary, day, published, picture }, at) => (
        <li key={id}>
          {picture === undefined ? null : (
            <Picture picture={picture} alt="" {...(lead && at === 0 ? leading : beside)} />
          )}
          <div>
            <Heading>
              <a href={newsPath(id, city)}>{title}</a>
            </Heading>
            {summary === undefined ? null : <p>{summary}</p>}
            <time dateTime={published}>{day}</time>
          </div>
        </li>
      ))}
    </ul>
  )
}
