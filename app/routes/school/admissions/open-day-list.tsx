import { openDayPagePath, openDayPath, orderModalPath } from '#app/paths.ts'
import { dateText } from '#app/ui/text/format.ts'
import { ModalLink } from '#app/dialogs/modal-link.tsx'
import styles from './open-day-list.module.css'
import type { OpenDayRow } from '../content-views.ts'
import { cityOfSchool, useSchool } from '#app/schools/school-data.ts'

/** A school's open days: time, place unless it is the school's own address, seats, and a link to book. */
export function OpenDayList({ items }: { items: readonly OpenDayRow[] }) {
  const school = useSchool()
  const city = cityOfSchool(school)
  return (
    <ul className={styles.days}>
      {items.map((day) => (
        <li key={day.id} className={day.state === 'past' ? styles.past : undefined}>
          <h3>
            <a href={openDayPagePath(day.id)}>{day.title}</a>
          </h3>
          <p className={styles.when}>
            <time dateTime={day.starts_at}>
              <span className="part">{dateText(day.starts_at)}</span>{' '}
              <span className="part">{day.hours}</span>
            </time>
          </p>
          {day.place === undefined ? null : <p>{day.place === school.address ? '在学校' : day.place}</p>}
          <p>
            <span className={day.state === 'open' ? 'tag strong' : 'tag'}>{day.seats}</span>
            {day.state === 'open' || day.state === 'full' ? (
              <ModalLink
                className={day.state === 'open' ? 'button' : 'button quiet'}
                query={orderModalPath({ orderType: 'openday', openDayId: day.id })}
              >
                {day.state === 'open' ? '预约' : '候补'}
                <span className="vh">{`：${day.title}`}</span>
              </ModalLink>
            ) : null}
            {day.state === 'past' ? <a href={openDayPath(city)}>看近期开放日</a> : null}
          </p>
          {day.cancel_reason === undefined ? null : <p>取消原因：{day.cancel_reason}</p>}
          {day.description === undefined ? null : <p>{day.description}</p>}
        </li>
      ))}
    </ul>
  )
}
