import type { CourseFacts } from './course-facts.server.ts'
import styles from './course-fact-list.module.css'

/** Facts of a curriculum: ages, assessment, where it leads. */
export function CourseFactList({ facts }: { facts: CourseFacts }) {
  return (
    <dl className={styles.facts}>
      <dt>学段</dt>
      <dd>{facts.ages}</dd>
      <dt>评估</dt>
      <dd>{facts.assessment}</dd>
      <dt>去向</dt>
      <dd>{facts.destinations}</dd>
    </dl>
  )
}
