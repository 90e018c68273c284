import { ChildLink } from '#app/child/child-link.tsx'
import { leadPath, openDayPagePath, orderPath, schoolPath } from '#app/paths.ts'
import type { OwnBooking } from '#app/visitor/known-visitor.ts'
import { stateLabels, type Clashing, type OpenDayView } from './open-day-view.ts'
import styles from './open-day-rows.module.css'

type Props = {
  items: readonly OpenDayView[]
  /** Days whose fragment ids other rows of the page have. */
  taken?: ReadonlySet<string>
  /** The visitor's own bookings. */
  bookings: readonly OwnBooking[]
}

/** Rows of open days in the order of their dates; the first one of each day has a fragment id. */
export function OpenDayRows({ items, taken, bookings }: Props) {
  return (
    <ul className={styles.days}>
      {items.map((item, at) => (
        <li
          key={item.id}
          id={items[at - 1]?.day === item.day || taken?.has(item.day) ? undefined : `d${item.day}`}
          className={styles[item.state]}
        >
          <OpenDayRow item={item} booking={bookings.find(({ openDayId }) => openDayId === item.id)} />
        </li>
      ))}
    </ul>
  )
}

type RowProps = { item: OpenDayView; booking: OwnBooking | undefined }

function OpenDayRow({ item, booking }: RowProps) {
  const { id, title, school, place, reason, clash, date, hours, starts, state, seats } = item
  return (
    <>
      <p className={styles.when}>
        <time dateTime={starts}>
          <b>{date}</b> {hours}
        </time>
      </p>
      <div className={styles.what}>
        <h3>
          <ChildLink href={openDayPagePath(id)}>
            {title}
            <span className="vh">{`，${school === undefined ? '' : `${school.name}，`}${date}`}</span>
          </ChildLink>
        </h3>
        {school === undefined ? null : (
          <p>
            <ChildLink href={schoolPath(school.id)}>{school.name}</ChildLink>
            {school.district === undefined ? null : (
              <span className="soft">
                {'\u00a0· '}
                {school.district}
              </span>
            )}
          </p>
        )}
        {place === undefined ? null : (
          <p className={school === undefined ? 'soft' : `soft ${styles.place}`}>{place}</p>
        )}
        {reason === undefined ? null : <p className="soft">取消原因：{reason}</p>}
        {clash === undefined ? null : <Clashes {...clash} />}
      </div>
      <div className={styles.act}>
        <p>
          <span className={state === 'open' ? 'tag strong' : 'tag'}>{stateLabels[state]}</span>
          {seats === undefined ? null : <small className="soft">{seats}</small>}
        </p>
        <RowLink item={item} booking={booking} />
      </div>
    </>
  )
}

/** Open days of other schools that a family has to choose between, and others that it can visit on the same day. */
function Clashes({ overlapping, sameDay }: NonNullable<OpenDayView['clash']>) {
  return (
    <>
      {overlapping.length === 0 ? null : (
        <p>
          <b>
            时间重叠：
            <Names of={overlapping} />
          </b>
        </p>
      )}
      {sameDay.length === 0 ? null : (
        <p className="soft">
          同一天还有：
          <Names of={sameDay} />
        </p>
      )}
    </>
  )
}

function Names({ of: days }: { of: readonly Clashing[] }) {
  return days.map(({ id, name, hours }, at) => (
    <span className="part" key={id}>{`${name} ${hours}${at === days.length - 1 ? '' : '、'}`}</span>
  ))
}

/** The row's next step: one's own booking, a new one, or another time. */
function RowLink({ item: { id, title, date, school, state }, booking }: RowProps) {
  // Behind the visible word: the link's name begins with it.
  const which = <span className="vh">{`${school?.name ?? ''} ${date} ${title}`}</span>
  if (booking !== undefined) {
    return (
      <a className="button quiet" href={leadPath(booking.lead)}>
        {booking.isWaiting ? '您已候补' : '您已预约'} {which}
      </a>
    )
  }
  if (state === 'open' || state === 'full') {
    return (
      <ChildLink
        className={state === 'open' ? 'button' : 'button quiet'}
        href={orderPath({ orderType: 'openday', openDayId: id })}
      >
        {state === 'open' ? '预约' : '候补'} {which}
      </ChildLink>
    )
  }
  if (state === 'past' || school?.isReceiving === undefined) return null
  return (
    <ChildLink href={orderPath({ schoolId: school.id })}>
      约其他时间参观 <span className="vh">{school.name}</span>
    </ChildLink>
  )
}
