const offset = 8 * 3_600_000

/** A moment on China's clock without its zone, as Baidu reads it: `2026-11-21T09:30:00`. */
export function chinaTime(moment: string): string {
  return new Date(Date.parse(moment) + offset).toISOString().slice(0, 19)
}

/** A moment on China's clock with its zone: `2026-11-21T09:30:00+08:00`. */
export function chinaMoment(moment: string): string {
  return `${chinaTime(moment)}+08:00`
}
