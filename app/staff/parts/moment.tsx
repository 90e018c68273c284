import { dayText, timeText } from '#app/ui/text/format.ts'

/** A moment as `2026年11月21日 09:30`, in China's time. */
export function momentText(at: string): string {
  return `${dayText(at)} ${timeText(at)}`
}

/** A moment in a page; nothing for an absent one. */
export function Moment({ at }: { at: string | undefined }) {
  return at === undefined ? null : <time dateTime={at}>{momentText(at)}</time>
}
