import type { Random } from './random.ts'

const dayMs = 86_400_000
/** China has no summer time. */
const zone = '+08:00'

/** Days around a `today` (YYYY-MM-DD, Chinese time). Days are named by their offset from today; negative is past. */
export type Calendar = {
  today: string
  year: number
  /** Year of the next autumn intake. */
  intakeYear: number
  /** The day at an offset, YYYY-MM-DD. */
  day(offset: number): string
  /** A clock time of the day at an offset. */
  at(offset: number, clock: string): Date
  /** The first Saturday, or the first day from Monday to Friday, from an offset on that is no public holiday. */
  next(kind: 'saturday' | 'weekday', offset: number): number
  /** A past day with lessons within about a year: in that month from its day `after` on, or in any month. */
  lesson(random: Random, month?: number, after?: number): number
}

/** Ranges of MM-DD without lessons or visits: new year, winter, May, summer and the national holidays. */
const holidays: readonly (readonly [from: string, to: string])[] = [
  ['01-01', '01-03'],
  ['01-22', '02-25'],
  ['05-01', '05-05'],
  ['07-06', '08-31'],
  ['10-01', '10-08'],
]

/** The calendar of one day. Throws when it is none. */
export function calendarOf(today: string): Calendar {
  const midnight = Date.parse(`${today}T00:00:00${zone}`)
  if (Number.isNaN(midnight)) throw new Error(`not a day: ${today}`)
  const day = (offset: number) =>
    new Date(midnight + offset * dayMs + 8 * 3_600_000).toISOString().slice(0, 10)
  const weekday = (offset: number) => new Date(`${day(offset)}T12:00:00Z`).getUTCDay()
  const free = (offset: number) => {
    const date = day(offset).slice(5)
    return holidays.some(([from, to]) => date >= from && date <= to)
  }
  const year = Number(today.slice(0, 4))
  const past = Array.from({ length: 380 }, (_unused, index) => -3 - index).filter(
    (offset) => weekday(offset) !== 0 && weekday(offset) !== 6 && !free(offset),
  )
  const known = new Map<string, readonly number[]>([['', past]])
  const lessonsIn = (month: number, after: number) => {
    const key = `${month} ${after}`
    const found =
      known.get(key) ??
      past.filter(
        (offset) => Number(day(offset).slice(5, 7)) === month && Number(day(offset).slice(8)) >= after,
      )
    known.set(key, found)
    return found
  }
  return {
    today,
    year,
    intakeYear: Number(today.slice(5, 7)) >= 9 ? year + 1 : year,
    day,
    at: (offset, clock) => new Date(`${day(offset)}T${clock}:00${zone}`),
    next(kind, offset) {
      let at = offset
      const fits = () => (kind === 'saturday' ? weekday(at) === 6 : weekday(at) !== 0 && weekday(at) !== 6)
      while (!fits() || free(at)) at += 1
      return at
    },
    lesson: (random, month, after = 1) => random.pick(month === undefined ? past : lessonsIn(month, after)),
  }
}
