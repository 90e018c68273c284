import type { CompareCell } from './compare-view.ts'

/** A value as its lowest and highest amount, less being better; undefined when it cannot be compared. */
export type Range = readonly [low: number, high: number] | undefined

/**
 * What is said of the best value and, if anything, of the worst: 学费更低, 学费最低; 学费最高. `isDrawn`: the values are amounts,
 * which bars show too.
 */
export type Direction = { subject: string; better: string; worse?: string; isDrawn?: true }

/** Cells with the highest ends of their ranges as shares of the largest, where two schools have one. */
function withShares(cells: readonly CompareCell[], ranges: readonly Range[]): CompareCell[] {
  const amounts = ranges.map((range) => (range === undefined ? undefined : Math.max(...range.map(Math.abs))))
  const known = amounts.filter((amount) => amount !== undefined)
  const largest = Math.max(...known)
  return cells.map((cell, at) => {
    const amount = amounts[at]
    return amount === undefined || known.length < 2 || largest === 0
      ? cell
      : { ...cell, share: amount / largest }
  })
}

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
  values: readonly CompareCell[],
  ranges: readonly Range[],
  { subject, better, worse, isDrawn }: Direction,
): CompareCell[] {
  const cells = isDrawn === true ? withShares(values, ranges) : [...values]
  const known = ranges.filter((range) => range !== undefined)
  if (known.length < 2 || known.length < cells.length) return cells
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
