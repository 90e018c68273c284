/** Offset of China's time zone, which has no summer time. */
const offsetMs = 8 * 3_600_000

/** A time in China in ISO 8601 format. */
function inChina(moment: Date): string {
  return new Date(moment.getTime() + offsetMs).toISOString()
}

/** Formats a time in China to the minute: `2026-12-05 09:30`. */
export function chinaTime(moment: Date): string {
  return inChina(moment).slice(0, 16).replace('T', ' ')
}

/** Formats a time in China to the second: `2026-12-05 09:30:07`. */
export function chinaTimeToSecond(moment: Date): string {
  return inChina(moment).slice(0, 19).replace('T', ' ')
}

/** Formats day and time in China without the year: `12月5日 09:30`. */
export function chinaDayAndClock(moment: Date): string {
  const text = inChina(moment)
  return `${Number(text.slice(5, 7))}月${Number(text.slice(8, 10))}日 ${text.slice(11, 16)}`
}

/** The day of the week of a moment in China: `周六`. */
export function chinaWeekday(moment: Date): string {
  return `周${'日一二三四五六'.charAt(new Date(moment.getTime() + offsetMs).getUTCDay())}`
}

/** The calendar day of a moment in China, YYYY-MM-DD. */
export function chinaDay(moment: Date): string {
  return inChina(moment).slice(0, 10)
}

/** The start of a day (YYYY-MM-DD) in China. */
export function startOfChinaDay(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`)
}
