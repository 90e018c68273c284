import { ChildLink } from '#app/child/child-link.tsx'
import type { City } from '#server/contract/cities.ts'
import { openDayPagePath, openDayPath } from '#app/paths.ts'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import type { OpenDayView } from './open-day-view.ts'
import styles from './other-open-days.module.css'

type Props = {
  city: City
  items: readonly OpenDayView[]
  /** Id of the school of the page's own open day. */
  host?: number | undefined
}

/** Other open days that can be booked, each with its time and school. */
export function OtherOpenDays({ city, items, host }: Props) {
  return (
    <section className="section">
      <SectionHeading title="其他可以预约的开放日" href={openDayPath(city)} />
      {items.length === 0 ? (
        <p className="soft">近期没有其他可以预约的开放日。</p>
      ) : (
        <ul className={styles.others}>
          {items.map(({ id, title, date, hours, school, seats }) => (
            <li key={id}>
              <ChildLink href={openDayPagePath(id)}>
                <b>{date}</b> {hours}
                <br />
                {school === undefined
                  ? title
                  : `${school.id === host ? '这所学校的另一场' : school.name}：${title}`}
              </ChildLink>
              {seats === undefined ? null : <small className="soft">{seats}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
