const dayMs = 86_400_000
/** China has no summer time. */
const zone = '+08:00'

const schoolDays: readonly number[] = [1, 2, 3, 4, 5]
/** Ranges of MM-DD without lessons or visits: new year, winter, May, summer and the national holidays. */
const holidays: readonly (readonly [from: string, to: string])[] = [
  ['01-01', '01-03'],
  ['01-22', '02-25'],
  ['05-01', '05-05'],
  ['07-06', '08-31'],
  ['10-01', '10-08'],
]

/** A day or a year that moves with the day of loading: its form, a number or share, a day of the year, days or years more. */
const moving =
  /\{(day|weekday|saturday|lesson|year|intake)(?: (-?[\d.]+))?(?: (\d\d-\d\d))?(?: ([+-]\d+))?\}/g

/**
 * Creates the function that fills in the days and years of sample data (README.md) for a day of loading, YYYY-MM-DD in China.
 * Throws for what is no day.
 */
export function calendarOf(today: string): (text: string) => string {
  const midnight = Date.parse(`${today}T00:00:00${zone}`)
  if (Number.isNaN(midnight)) throw new Error(`not a day: ${today}`)
  const dayOf = (offset: number) =>
    new Date(midnight + offset * dayMs + 8 * 3_600_000).toISOString().slice(0, 10)
  const isOff = (offset: number, weekdays: readonly number[]) => {
    const day = dayOf(offset)
    const date = day.slice(5)
    return (
      !weekdays.includes(new Date(`${day}T12:00:00Z`).getUTCDay()) ||
      holidays.some(([from, to]) => date >= from && date <= to)
    )
  }
  const next = (from: number, weekdays: readonly number[]): number =>
    isOff(from, weekdays) ? next(from + 1, weekdays) : from
  const lessons = Array.from({ length: 380 }, (_unused, index) => -3 - index)
    .filter((offset) => !isOff(offset, schoolDays))
    .map((offset) => ({ offset, date: dayOf(offset).slice(5) }))
  const lesson = (share: number, from?: string) => {
    const fitting =
      from === undefined
        ? lessons
        : lessons.filter(({ date }) => date.slice(0, 2) === from.slice(0, 2) && date >= from)
    const found = fitting[Math.floor(share * fitting.length)]
    if (found === undefined) throw new RangeError(`no day with lessons in ${from ?? 'a year'}`)
    return found.offset
  }
  const year = Number(today.slice(0, 4))
  const intake = Number(today.slice(5, 7)) >= 9 ? year + 1 : year

  return (text) =>
    text.replaceAll(moving, (_whole, form: string, at = '0', from?: string, shift = '0') => {
      const given = Number(at)
      const moved = Number(shift)
      if (form === 'year') return String(year + given + moved)
      if (form === 'intake') return String(intake + given + moved)
      if (form === 'weekday') return dayOf(next(given, schoolDays) + moved)
      if (form === 'saturday') return dayOf(next(given, [6]) + moved)
      return dayOf((form === 'lesson' ? lesson(given, from) : given) + moved)
    })
}
