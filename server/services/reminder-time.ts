import { chinaDay, startOfChinaDay } from './china-time.ts'

const hourMs = 3_600_000

/** When guests of what begins at a moment are reminded of it: from 10:00 until 20:00 of the day before in China. */
export function reminderTime(startsAt: Date): { from: Date; until: Date } {
  const midnight = startOfChinaDay(chinaDay(startsAt)).getTime()
  return { from: new Date(midnight - 14 * hourMs), until: new Date(midnight - 4 * hourMs) }
}
