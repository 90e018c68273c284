/** Words for the values that pages show: money, days and times as parents write them. */

const weekdays = ['日', '一', '二', '三', '四', '五', '六']
/** China has one time zone without summer time; arithmetic gives the same text in every engine. */
const chinaOffset = 8 * 60 * 60 * 1000

const inChina = (moment: string) => new Date(Date.parse(moment) + chinaOffset)
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Whole CNY as a short text without its unit: `12.8万`, `9800`. */
export function moneyText(cny: number): string {
  if (cny < 10_000) return String(cny)
  return `${Number((cny / 10_000).toFixed(cny % 1000 === 0 ? 1 : 2))}万`
}

/** A whole number as `128,000`. The engine's own words for numbers take a phone 60 ms to load. */
export function groupedText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/**
 * Yearly tuition in CNY as `12.8万–18万元/年`; 学费未公布 when neither bound is known,
 * 免学费 when both are 0.
 */
export function tuitionText(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return '学费未公布'
  if (min === 0 && max === 0) return '免学费'
  return yearlyText(min, max)
}

/** What is paid in a year, in CNY: `12.8万–18万元/年`, `12.8万元/年起`, `不超过18万元/年`; empty when no bound is known. */
export function yearlyText(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return ''
  return max === undefined ? `${moneyText(min ?? 0)}元/年起` : `${moneyRange(min, max)}/年`
}

/** A range of CNY: `12.8万–18万元`, `12.8万元起`, `不超过18万元`. */
export function moneyRange(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) {
    return `${min === max ? moneyText(min) : `${moneyText(min)}–${moneyText(max)}`}元`
  }
  if (min !== undefined) return `${moneyText(min)}元起`
  return max === undefined ? '' : `不超过${moneyText(max)}元`
}

/** A moment or a calendar day as `2026年11月21日 (周六)`, in China's time. */
export function dateText(when: string): string {
  const date = inChina(when.length === 10 ? `${when}T00:00:00+08:00` : when)
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日 (周${weekdays[date.getUTCDay()]})`
}

/** A moment as `2026年11月21日`, in China's time. */
export function dayText(moment: string): string {
  return dateText(moment).split(' ')[0] ?? ''
}

/** A moment as `11月21日周六`, in China's time: for places where the year is plain. */
export function shortDateText(moment: string): string {
  const date = inChina(moment)
  return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日周${weekdays[date.getUTCDay()]}`
}

/** The time of day of a moment as `09:30`, in China's time. */
export function timeText(moment: string): string {
  const date = inChina(moment)
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** The first sentence of a text, with its mark; the whole text when no sentence ends in it. */
export function firstSentence(text: string): string {
  return /^.*?[。！？]/u.exec(text)?.[0] ?? text
}
