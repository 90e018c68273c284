import type { City } from '#server/contract/cities.ts'
import { openDaySpans } from '#server/contract/vocabulary.ts'
import { isFiltered, isOver, type Filters } from './filters.ts'
import { monthText, type MonthCount } from './months-of.ts'
import styles from './open-day-list.module.css'

type Counts = { filters: Filters; months: readonly MonthCount[]; total: number }
type Props = Counts & { city: City; today: string }

/** The heading of a city's list of open days, or of one month's, with how many it has and how many can be booked. */
export function ListHeading({ city, today, ...counts }: Props) {
  const { month } = counts.filters
  const text = isOver(counts.filters, today) ? undefined : countText(counts)
  return (
    <>
      <h1>
        {month === undefined ? `${city.name}学校开放日 ` : `${monthText(month)}${city.name}开放日 `}
        <span className={styles.count}>{`${counts.total} 场`}</span>
      </h1>
      {text === undefined ? null : <p className="soft">{text}</p>}
    </>
  )
}

/** Undefined for a list without open days, of which its notice says so. */
function countText({ filters, months, total }: Counts): string | undefined {
  const { month } = filters
  if (total === 0) return undefined
  const what = isFiltered({ ...filters, within: undefined, onlyOpen: false }) ? '符合条件的' : ''
  const span = openDaySpans.find(({ slug }) => slug === filters.within)?.label
  const when = span ?? (month === undefined ? '近期' : '这个月')
  if (filters.onlyOpen) return `${when}${what}开放日有 ${total} 场可以预约，约上就给您留位。`
  const shown = months.filter((each) => month === undefined || each.month === month)
  const bookable = shown.reduce((sum, { open }) => sum + open, 0)
  const after = bookable === 0 ? '都约满或截止了' : `${bookable} 场可以预约，约上就给您留位`
  return `${when}${what}开放日 ${total} 场，${after}。`
}
