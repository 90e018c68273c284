import { orderPath, schoolPath } from '#app/paths.ts'
import type { OpenDayView } from './open-day-view.ts'
import styles from './open-days.module.css'

type Props = { items: readonly OpenDayView[]; comingHref: string }

/** The list of open days; the first one of each day has a fragment id. */
export function OpenDays({ items, comingHref }: Props) {
  return (
    <ul className={styles.days}>
      {items.map((item, at) => (
        <li
          key={item.id}
          id={items[at - 1]?.day === item.day ? undefined : `d${item.day}`}
          className={styles[item.state]}
        >
          <OpenDay item={item} comingHref={comingHref} />
        </li>
      ))}
    </ul>
  )
}

function OpenDay({ item, comingHref }: { item: OpenDayView; comingHref: string }) {
  const { id, title, school, place, description, date, hours, starts, state, seats } = item
  return (
    <>
      <p className={styles.when}>
        <time dateTime={starts}>
          <b>{date}</b> {hours}
        </time>
      </p>
      <div className={styles.what}>
        <h3>{title}</h3>
        {school === undefined ? null : (
          <p>
            <a href={schoolPath(school.id)}>{school.name}</a>
          </p>
        )}
        {place === undefined ? null : <p className="soft">{place}</p>}
        {description === undefined ? null : <p className="soft">{description}</p>}
      </div>
      <div className={styles.act}>
        <span className={state === 'open' ? 'tag strong' : 'tag'}>{seats}</span>
        {state === 'open' ? (
          <a className="button" href={orderPath({ orderType: 'openday', openDayId: id })}>
            预约<span className="vh">：{`${title}，${date}`}</span>
          </a>
        ) : (
          <CityLink state={state} school={school} comingHref={comingHref} />
        )}
      </div>
    </>
  )
}

type CityLinkProps = Pick<OpenDayView, 'state' | 'school'> & { comingHref: string }

/** Alternative to a booking that is not possible: a visit by appointment, or coming open days. */
function CityLink({ state, school, comingHref }: CityLinkProps) {
  if (state === 'past' || school === undefined) return <a href={comingHref}>看近期开放日</a>
  return <a href={orderPath({ schoolId: school.id })}>约其他时间参观</a>
}
