/** The middle of some numbers; NaN of none. */
export function median(values: readonly number[]): number {
  return share(values, 0.5)
}

/** The number that `part` of some numbers do not exceed; NaN of none. */
export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** A size in KB with one decimal. */
export function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}

/** A whole number with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
