import type { DataOf } from '#server/contract/endpoint.ts'
import type { listViews } from '#server/contract/school-content.ts'
import { schoolNewsPath } from '#app/paths.ts'
import { dateText } from '#app/ui/format.ts'
import { Picture } from '#app/ui/picture.tsx'
import styles from './news-list.module.css'

type Props = {
  items: DataOf<typeof listViews>['items']
  /** Level of the titles' headings. */
  level: 2 | 3
}

/** News of a school: picture, title, day, a line or two. */
export function NewsList({ items, level }: Props) {
  const Heading = `h${level}` as const
  return (
    <ul className={styles.news}>
      {items.map(({ id, school_id, title, summary, picture, published_at }) => (
        <li key={id}>
          {picture === undefined ? null : <Picture className={styles.picture} picture={picture} alt="" />}
          <div>
            <Heading>
              <a href={schoolNewsPath(school_id, id)}>{title}</a>
            </Heading>
            <p className={styles.day}>
              <time dateTime={published_at}>{dateText(published_at)}</time>
            </p>
            {summary === undefined ? null : <p className={styles.summary}>{summary}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
