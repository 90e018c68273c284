import type { Random } from '../pictures/random.ts'

const dayMs = 86_400_000
/** China has no summer time. */
const zone = '+08:00'

/** Days around a `today` (YYYY-MM-DD, Chinese time). */
export type Calendar = {
  today: string
  year: number
  /** Year of the next autumn intake. */
  intakeYear: number
  /** The day so many days from today; negative is past. */
  day(offset: number): string
  /** A clock time of the day so many days from today. */
  at(offset: number, clock: string): Date
  /** The nearest Saturday from that offset on, as an offset. */
  saturday(offset: number): number
  /** An offset of a past weekday within about a year: in that month, or in any month with lessons. */
  schoolDay(random: Random, month?: number): number
}

const holidayMonths = new Set([2, 7, 8])

/** The calendar of one day. */
export function calendarOf(today: string): Calendar {
  const midnight = Date.parse(`${today}T00:00:00${zone}`)
  if (Number.isNaN(midnight)) throw new Error(`not a day: ${today}`)
  const day = (offset: number) =>
    new Date(midnight + offset * dayMs + 8 * 3_600_000).toISOString().slice(0, 10)
  const weekday = (offset: number) => new Date(`${day(offset)}T12:00:00Z`).getUTCDay()
  const monthOf = (offset: number) => Number(day(offset).slice(5, 7))
  const year = Number(today.slice(0, 4))
  const known = new Map<number | undefined, number[]>()
  const lessonDays = (month?: number) => {
    const found = known.get(month)
    if (found !== undefined) return found
    const fits = (offset: number) => {
      const lessons = month === undefined ? !holidayMonths.has(monthOf(offset)) : monthOf(offset) === month
      return lessons && weekday(offset) !== 0 && weekday(offset) !== 6
    }
    const days = Array.from({ length: 365 }, (_unused, index) => -3 - index).filter(fits)
    known.set(month, days)
    return days
  }
  return {
    today,
    year,
    intakeYear: monthOf(0) >= 9 ? year + 1 : year,
    day,
    at: (offset, clock) => new Date(`${day(offset)}T${clock}:00${zone}`),
    saturday: (offset) => offset + ((6 - weekday(offset) + 7) % 7),
    schoolDay: (random, month) => random.pick(lessonDays(month)),
  }
}
