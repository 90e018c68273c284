import type { OwnBooking } from '#app/visitor/known-visitor.ts'
import { monthText } from './months-of.ts'
import { OpenDayRows } from './open-day-rows.tsx'
import type { OpenDayView } from './open-day-view.ts'
import styles from './open-day-rows.module.css'

type Props = {
  items: readonly OpenDayView[]
  /** The visitor's own bookings. */
  bookings: readonly OwnBooking[]
}

/** Open days by month, in the order of their dates: first those that a family can still book or wait for. */
export function OpenDayMonths({ items, bookings }: Props) {
  return byMonth(items).map(({ month, rows }) => {
    const bookable = rows.filter(({ state }) => state === 'open' || state === 'full')
    const others = rows.filter((row) => !bookable.includes(row))
    return (
      <section key={month} aria-labelledby={`m${month}`}>
        <h2 id={`m${month}`} className={styles.month}>
          {monthText(month)}
        </h2>
        {bookable.length === 0 ? null : <OpenDayRows items={bookable} bookings={bookings} />}
        {bookable.length === 0 || others.length === 0 ? null : (
          <p className="soft">{`这个月还有 ${others.length} 场，已经不能预约：`}</p>
        )}
        {others.length === 0 ? null : (
          <OpenDayRows items={others} taken={new Set(bookable.map(({ day }) => day))} bookings={bookings} />
        )}
      </section>
    )
  })
}

function byMonth(items: readonly OpenDayView[]): { month: string; rows: OpenDayView[] }[] {
  const months = [...new Set(items.map(({ day }) => day.slice(0, 7)))]
  return months.map((month) => ({ month, rows: items.filter(({ day }) => day.startsWith(month)) }))
}
