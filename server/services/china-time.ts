const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A moment as China's clocks show it, to the minute: `2026-12-05 09:30`. */
export function chinaTime(moment: Date): string {
  return format.format(moment)
}
