import type { CompareCell } from './compare-view.ts'

/** A value as its lowest and highest amount, less being better; undefined when it cannot be compared. */
export type Range = readonly [low: number, high: number] | undefined

/** What is said of the best value and, if anything, of the worst: 学费更低, 学费最低; 学费最高. */
export type Direction = { subject: string; better: string; worse?: string }

/** Whether one value is below another: at no end above it, and below it at one. */
function isBelow([low, high]: NonNullable<Range>, [otherLow, otherHigh]: NonNullable<Range>): boolean {
  return low <= otherLow && high <= otherHigh && (low < otherLow || high < otherHigh)
}

/**
 * Cells with the best and, of more than two, the worst value named in words: of two the one says what the other is. Only
 * where every school has a value that can be compared, and where one value is below, or above, all others: equal values,
 * values that read the same and ranges that overlap are not named.
 */
export function withBetterAndWorse(
  cells: readonly CompareCell[],
  ranges: readonly Range[],
  { subject, better, worse }: Direction,
): CompareCell[] {
  const known = ranges.filter((range) => range !== undefined)
  if (known.length < 2 || known.length < cells.length) return [...cells]
  const isOfTwo = cells.length === 2
  const degree = isOfTwo ? '更' : '最'
  const isFirst = (at: number, isBefore: typeof isBelow) =>
    known.every(
      (other, index) =>
        index === at || (cells[index]?.text !== cells[at]?.text && isBefore(known[at] ?? other, other)),
    )
  return cells.map((cell, at) => ({
    ...cell,
    ...(isFirst(at, isBelow) ? { better: `${subject}${degree}${better}` } : {}),
    ...(worse !== undefined && !isOfTwo && isFirst(at, (one, other) => isBelow(other, one))
      ? { worse: `${subject}${degree}${worse}` }
      : {}),
  }))
}
