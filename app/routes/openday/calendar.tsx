import styles from './calendar.module.css'
import type { DayCount } from './load-open-days.server.ts'
import { monthText, weeksOf } from './month-of.ts'

type Props = {
  month: string
  /** YYYY-MM-DD in China. */
  today: string
  days: readonly DayCount[]
  /** Days in the list of this page, to link to. */
  listed: ReadonlySet<string>
}

/** A month's calendar as a table; days with open days are links. */
export function Calendar({ month, today, days, listed }: Props) {
  return (
    <table className={styles.calendar}>
      <caption>{monthText(month)}</caption>
      <thead>
        <tr>
          {['一', '二', '三', '四', '五', '六', '日'].map((name) => (
            <th key={name} scope="col" abbr={`星期${name}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== undefined)}>
            {week.map((day, at) =>
              day === undefined ? (
                <td key={`none ${at}`}>{'\u00a0'}</td>
              ) : (
                <td key={day} className={day < today ? styles.past : undefined}>
                  <Day
                    day={day}
                    count={days.find((each) => each.day === day)}
                    linked={listed.has(day)}
                    isToday={day === today}
                  />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = { day: string; count: DayCount | undefined; linked: boolean; isToday: boolean }

function Day({ day, count, linked, isToday }: DayProps) {
  const date = Number(day.slice(8))
  const content = (
    <>
      {date}
      {isToday ? <span className="vh">日，今天</span> : null}
      {count === undefined ? null : <small>{count.total} 场</small>}
    </>
  )
  const name = isToday ? styles.today : undefined
  if (!linked) return <span className={name}>{content}</span>
  return (
    <a href={`#d${day}`} className={name}>
      {content}
    </a>
  )
}
