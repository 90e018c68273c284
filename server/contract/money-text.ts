/** Money in Chinese, in whole CNY. */

/** No-break space between a number and its unit. */
const space = '\u00a0'

const isSmall = (cny: number) => cny < 10_000
const inTenThousands = (cny: number) => Number((cny / 10_000).toFixed(cny % 1000 === 0 ? 1 : 2))

/** A whole number with thousands separators, `128,000`. `Intl` takes a phone 60 ms to load. */
export function groupedText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Whole CNY as a short text: `12.8 万`, `9,800 元`. */
export function moneyText(cny: number): string {
  return isSmall(cny) ? `${groupedText(cny)}${space}元` : `${inTenThousands(cny)}${space}万`
}

/**
 * Yearly tuition in CNY as `12.8–18 万/年`, 免学费 when both bounds are 0; empty when no bound is known.
 */
export function tuitionText(min: number | undefined, max: number | undefined): string {
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
  const from = isSmall(max) ? groupedText(min) : isSmall(min) ? moneyText(min) : String(inTenThousands(min))
  return `${from}–${moneyText(max)}`
}
