import { graduatePath } from '#app/paths.ts'
import styles from './people.module.css'
import { Portrait } from './portrait.tsx'
import type { GraduateRow } from '../content-views.ts'
import { useSchool } from '#app/schools/school-data.ts'

type Props = {
  items: readonly GraduateRow[]
  /** Level of the names' headings. */
  level: 2 | 3
}

/** Graduate cards, each linked to the story. */
export function GraduateCards({ items, level }: Props) {
  const school = useSchool()
  const Heading = `h${level}` as const
  return (
    <ul className={styles.cards}>
      {items.map(({ id, name, year, destination, major, summary, portrait }) => (
        <li key={id}>
          <Portrait picture={portrait} name={name} />
          <Heading>
            <a href={graduatePath(school.id, id)}>{name}</a>
            {year === undefined ? null : <small>{`${year}届`}</small>}
          </Heading>
          {destination === undefined ? null : <p className={styles.strong}>{destination}</p>}
          {major === undefined ? null : <p className="soft small">{major}</p>}
          {summary === undefined ? null : <p className={styles.text}>{summary}</p>}
        </li>
      ))}
    </ul>
  )
}
