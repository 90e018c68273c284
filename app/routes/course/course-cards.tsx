import { ChildLink } from '#app/child/child-link.tsx'
import type { City } from '#server/contract/cities.ts'
import { CourseFactList } from '#app/articles/course-fact-list.tsx'
import { coursePath, schoolListPath, schoolPath } from '#app/paths.ts'
import styles from './course-cards.module.css'
import type { CourseView } from './load-courses.server.ts'

/** Courses with their first facts, and schools of the city that offer them. */
export function CourseCards({ city, courses }: { city: City; courses: readonly CourseView[] }) {
  return (
    <ul className={styles.cards}>
      {courses.map(({ slug, title, summary, facts, offered }) => (
        <li key={slug} className="panel">
          <h3>
            <a href={coursePath(city, slug)}>{title}</a>
          </h3>
          {summary === undefined ? null : <p className="soft small">{summary}</p>}
          {facts === undefined ? null : <CourseFactList facts={facts} />}
          {offered === undefined ? null : <Offered city={city} {...offered} />}
        </li>
      ))}
    </ul>
  )
}

function Offered({ city, word, total, schools }: { city: City } & NonNullable<CourseView['offered']>) {
  if (total === 0) return <p className={styles.offered}>{city.name}暂无收录的学校开设。</p>
  return (
    <p className={styles.offered}>
      {schools.map(({ id, name }) => (
        <ChildLink key={id} href={schoolPath(id)}>
          {name}
        </ChildLink>
      ))}
      <ChildLink href={schoolListPath(city, word)}>
        <b>
          {city.name}共 {total} 所
        </b>
      </ChildLink>
    </p>
  )
}
