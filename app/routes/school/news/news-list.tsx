import { schoolNewsPath } from '#app/paths.ts'
import { dayText } from '#app/ui/text/format.ts'
import { Picture } from '#app/media/picture.tsx'
import styles from './news-list.module.css'
import type { ViewRow } from '../content-views.ts'
import { useSchool } from '#app/schools/school-data.ts'

type Props = {
  items: readonly ViewRow[]
  /** Level of the titles' headings. */
  level: 2 | 3
  /** Whether they stand beside each other where the page is wide enough. */
  across?: boolean
}

/** A school's news: picture, title, day, summary. */
export function NewsList({ items, level, across = false }: Props) {
  const school = useSchool()
  const Heading = `h${level}` as const
  return (
    <ul className={across ? `${styles.news} ${styles.across}` : styles.news}>
      {items.map(({ id, title, summary, picture, published_at }) => (
        <li key={id}>
          {picture === undefined ? null : (
            <Picture className={styles.picture} picture={picture} alt="" sizes="150px" />
          )}
          <div>
            <Heading>
              <a href={schoolNewsPath(school.id, id)}>{title}</a>
            </Heading>
            <p className="soft small">
              <time dateTime={published_at}>{dayText(published_at)}</time>
            </p>
            {summary === undefined ? null : <p className={styles.summary}>{summary}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
