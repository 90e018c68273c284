/** Months of China's calendar, written YYYY-MM. */

const monthPattern = /^20\d{2}-(?:0[1-9]|1[0-2])$/

/** The month in a query; undefined for anything else. */
export function monthOf(text: string | null): string | undefined {
  return text !== null && monthPattern.test(text) ? text : undefined
}

/** A month as `2026年12月`. */
export function monthText(month: string): string {
  return `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`
}

/** The weeks of a month from Monday to Sunday; a day outside of the month is undefined. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const before = (first.getUTCDay() + 6) % 7
  const weeks = Math.ceil((before + length) / 7)
  return Array.from({ length: weeks }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) => {
      const date = row * 7 + column - before + 1
      return date < 1 || date > length ? undefined : `${month}-${String(date).padStart(2, '0')}`
    }),
  )
}
