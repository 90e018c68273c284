/** China has one time zone without summer time; arithmetic gives the same text in every engine. */
const offsetMs = 8 * 60 * 60 * 1000

/** A moment whose UTC fields are what China's clock and calendar show then. */
export function inChina(moment: string | Date): Date {
  return new Date((typeof moment === 'string' ? Date.parse(moment) : moment.getTime()) + offsetMs)
}

/** A moment on China's clock without its zone, as Baidu reads it: `2026-11-21T09:30:00`. */
export function chinaTime(moment: string): string {
  return inChina(moment).toISOString().slice(0, 19)
}

/** A moment on China's clock with its zone: `2026-11-21T09:30:00+08:00`. */
export function chinaMoment(moment: string): string {
  return `${chinaTime(moment)}+08:00`
}

/** The day of a moment in China, YYYY-MM-DD. */
export function chinaDay(moment: Date): string {
  return inChina(moment).toISOString().slice(0, 10)
}
