/** The last day of security fixes of the releases of Node that the site runs on, by major version. */
const lastDays = new Map([
  [20, '2026-04-30'],
  [21, '2024-06-01'],
  [22, '2027-04-30'],
  [23, '2025-06-01'],
  [24, '2028-04-30'],
])

/** Whether a version of Node is of a release that gets no security fixes any more; later releases than the known ones do. */
export function isEndOfLife(version: string, now: Date): boolean {
  const major = Number(version.split('.')[0])
  const lastDay = lastDays.get(major)
  return lastDay === undefined ? major < Math.max(...lastDays.keys()) : now > new Date(`${lastDay}T23:59:59Z`)
}
