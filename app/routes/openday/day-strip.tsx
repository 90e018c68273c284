import { ChildLink } from '#app/child/child-link.tsx'
import { useForChild } from '#app/child/use-child.ts'
import type { City } from '#server/contract/cities.ts'
import { dayLabel, type DayCount, type MonthCount } from './months-of.ts'
import { listHref, withTerm, type Filters } from './filters.ts'
import styles from './day-strip.module.css'

/** The most days of a strip without a chosen month. */
const mostDays = 24

/** Id of the list below the strip. */
export const listId = 'list'

type Props = {
  city: City
  filters: Filters
  months: readonly MonthCount[]
  /** Days in the list of this page, to link to. */
  listed: ReadonlySet<string>
}

/** Days with open days to come, by month, as links; days without are left out. */
export function DayStrip({ city, filters, months, listed }: Props) {
  const { month: chosen } = filters
  const forChild = useForChild()
  const hrefOf = (month: string | undefined) =>
    listHref(city, { ...withTerm(filters, 'within', undefined), month })
  const first = firstDays(months)
  return (
    <nav className={styles.strip} aria-label="有开放日的日子">
      <a className={styles.skip} href={`#${listId}`}>
        跳过日期，看开放日
      </a>
      <ol>
        {chosen === undefined ? null : (
          <li>
            <ChildLink className={styles.month} href={hrefOf(undefined)}>
              全部
            </ChildLink>
          </li>
        )}
        {months.map(({ month, total, days }) => (
          <li key={month}>
            <ChildLink
              className={styles.month}
              href={hrefOf(month)}
              aria-current={month === chosen ? 'true' : undefined}
            >
              {Number(month.slice(5))}月<small>{total} 场</small>
            </ChildLink>
            <ol>
              {(chosen === undefined ? days.filter(({ day }) => first.has(day)) : days)
                .filter(() => chosen === undefined || chosen === month)
                .map((count) => (
                  <li key={count.day}>
                    <Day
                      count={count}
                      href={`${listed.has(count.day) ? '' : forChild(hrefOf(month))}#d${count.day}`}
                    />
                  </li>
                ))}
            </ol>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function firstDays(months: readonly MonthCount[]): ReadonlySet<string> {
  return new Set(
    months
      .flatMap(({ days }) => days)
      .slice(0, mostDays)
      .map(({ day }) => day),
  )
}

function Day({ count: { day, total, open }, href }: { count: DayCount; href: string }) {
  const { date, weekday } = dayLabel(day)
  return (
    <a className={open === 0 ? `${styles.day} ${styles.full}` : styles.day} href={href}>
      {/* One text: screen readers put a space between elements. */}
      <span className="vh">{`${Number(day.slice(5, 7))}月${date}日 周${weekday}，${total} 场`}</span>
      <b aria-hidden="true">{date}</b>
      <small aria-hidden="true">周{weekday}</small>
    </a>
  )
}
