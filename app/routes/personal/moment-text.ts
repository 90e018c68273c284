import { dayText, timeText } from '#app/ui/text/format.ts'

/** A moment as `2026年11月21日 09:30`, in China's time: of what has happened. */
export function momentText(moment: string): string {
  return `${dayText(moment)} ${timeText(moment)}`
}
