/**
 * China's UTC offset, in ms: one time zone without summer time, so arithmetic gives the same result in every engine.
 */
const offsetMs = 8 * 60 * 60 * 1000

/** A date whose UTC fields are the calendar and clock of China at a moment. */
export function inChina(moment: string | Date): Date {
  return new Date((typeof moment === 'string' ? Date.parse(moment) : moment.getTime()) + offsetMs)
}

/** A moment as local time in China without a zone, the format that Baidu reads: `2026-11-21T09:30:00`. */
export function chinaTime(moment: string): string {
  return inChina(moment).toISOString().slice(0, 19)
}

/** A moment as local time in China with its zone: `2026-11-21T09:30:00+08:00`. */
export function chinaMoment(moment: string): string {
  return `${chinaTime(moment)}+08:00`
}

/** The calendar day of a moment in China, YYYY-MM-DD. */
export function chinaDay(moment: Date): string {
  return inChina(moment).toISOString().slice(0, 10)
}
