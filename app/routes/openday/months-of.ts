import { weekdays } from '#app/ui/text/format.ts'

/** Months of China's calendar, written YYYY-MM. */

const monthPattern = /^20\d{2}-(?:0[1-9]|1[0-2])$/

/** The month in a query; undefined for anything else. */
export function monthOf(text: string | null): string | undefined {
  return text !== null && monthPattern.test(text) ? text : undefined
}

/** A month as `2026年12月`. */
export function monthText(month: string): string {
  return `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`
}

/** Number of open days on a day, and how many can be booked. */
export type DayCount = { day: string; total: number; open: number }

/** A month with open days to come: how many, how many can be booked, and on which days. */
export type MonthCount = { month: string; total: number; open: number; days: DayCount[] }

/** The months with open days from today on; only those that can be booked count where only these are shown. */
export function monthsOf(
  days: readonly DayCount[],
  { today, onlyOpen }: { today: string; onlyOpen: boolean },
): MonthCount[] {
  const coming = days
    .map((count) => (onlyOpen ? { ...count, total: count.open } : count))
    .filter(({ day, total }) => day >= today && total > 0)
  const months = [...new Set(coming.map(({ day }) => day.slice(0, 7)))]
  return months.map((month) => {
    const within = coming.filter(({ day }) => day.startsWith(month))
    const sum = (field: 'total' | 'open') => within.reduce((count, day) => count + day[field], 0)
    return { month, total: sum('total'), open: sum('open'), days: within }
  })
}

/** A day (YYYY-MM-DD) as the number of its month's day and its weekday. */
export function dayLabel(day: string): { date: number; weekday: string } {
  return {
    date: Number(day.slice(8)),
    weekday: weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '',
  }
}
