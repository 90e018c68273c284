import { inChina } from '#app/china-time.ts'

/** Formatting of money, days and times in Chinese. */

const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** No-break space between a number and its unit. */
const space = '\u00a0'

const isSmall = (cny: number) => cny < 10_000
const inTenThousands = (cny: number) => Number((cny / 10_000).toFixed(cny % 1000 === 0 ? 1 : 2))

/** Whole CNY as a short text: `12.8 万`, `9800 元`. */
export function moneyText(cny: number): string {
  return isSmall(cny) ? `${cny}${space}元` : `${inTenThousands(cny)}${space}万`
}

/** A whole number with thousands separators, `128,000`. `Intl` takes a phone 60 ms to load. */
export function groupedText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/**
 * Yearly tuition in CNY as `12.8–18 万/年`; 学费未公布 when neither bound is known,
 * 免学费 when both are 0.
 */
export function tuitionText(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return '学费未公布'
  if (min === 0 && max === 0) return '免学费'
  return yearlyText(min, max)
}

/** Yearly costs in CNY: `12.8–18 万/年`, `12.8 万/年起`, `不超过 18 万/年`; empty when no bound is known. */
export function yearlyText(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : `${moneyText(min)}/年起`
  return `${min === undefined ? `不超过 ${moneyText(max)}` : moneyRange(min, max)}/年`
}

/** A range of CNY: `12.8–18 万`, `12.8 万起`, `18 万以内`. */
export function moneyRange(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : `${moneyText(min)}起`
  if (min === undefined) return `${moneyText(max)}以内`
  if (min === max) return moneyText(min)
  // A shared unit is written once.
  const from = isSmall(max) ? String(min) : isSmall(min) ? moneyText(min) : String(inTenThousands(min))
  return `${from}–${moneyText(max)}`
}

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
