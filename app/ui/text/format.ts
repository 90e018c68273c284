import { inChina } from '#app/china-time.ts'

export { groupedText, moneyRange, moneyText, tuitionText, yearlyText } from '#server/contract/money-text.ts'

/** Formatting of days and times in Chinese. */

/** The days of a week as 周六 ends, Sunday first. */
export const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const twoDigits = (value: number) => String(value).padStart(2, '0')

const dayInChina = (when: string) => inChina(when.length === 10 ? `${when}T00:00:00+08:00` : when)

/** A moment or a calendar day as `2026年11月21日（周六）`, in China's time: for days on which visitors go somewhere. */
export function dateText(when: string): string {
  return `${dayText(when)}（周${weekdays[dayInChina(when).getUTCDay()]}）`
}

/**
 * A period as parts that each stay on one line: `2026年11月21日（周六）`, `09:00–18:00`; over several days with both days.
 * In China's time.
 */
export function periodParts(from: string, until: string): string[] {
  const [first, last] = [dateText(from), dateText(until)]
  return first === last
    ? [first, `${timeText(from)}–${timeText(until)}`]
    : [first, `${timeText(from)} –`, last, timeText(until)]
}

/**
 * The hours from one moment until another, beside the day of the first: `09:30–11:30`; until another day with that day:
 * `09:30 – 11月22日周日 16:00`. In China's time.
 */
export function hoursText(from: string, until: string): string {
  return dayText(from) === dayText(until)
    ? `${timeText(from)}–${timeText(until)}`
    : `${timeText(from)} – ${shortDateText(until)} ${timeText(until)}`
}

/** A moment or a calendar day as `2026年11月21日`, in China's time. */
export function dayText(when: string): string {
  return `${monthText(when)}${dayInChina(when).getUTCDate()}日`
}

/** The month of a moment or a calendar day as `2026年11月`, in China's time. */
export function monthText(when: string): string {
  const date = dayInChina(when)
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月`
}

/** A moment as `11月21日周六`, in China's time, where the year is clear. */
export function shortDateText(moment: string): string {
  const date = inChina(moment)
  return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日周${weekdays[date.getUTCDay()]}`
}

/** The time of day of a moment as `09:30`, in China's time. */
export function timeText(moment: string): string {
  const date = inChina(moment)
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** The first sentence of a text with its punctuation; the whole text when no sentence ends in it. */
export function firstSentence(text: string): string {
  return /^.*?[。！？]/u.exec(text)?.[0] ?? text
}
