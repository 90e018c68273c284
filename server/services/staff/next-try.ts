import { mostTries } from '#server/contract/staff/lead-terms.ts'
import { chinaDay, startOfChinaDay } from '#server/services/china-time.ts'
import { isWorkingDay } from '#server/services/china-working-day.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How long a parent who did not answer is left alone, in ms. */
const pauseMs = 2 * hourMs
/** How many days ahead a time is looked for: longer than any holiday. */
const mostDays = 30

/** Hours of the day at which parents are called, in China, one of each part of the day. */
const hours = { morning: 10.5, afternoon: 15, evening: 19 } as const
type Part = keyof typeof hours
const parts: readonly Part[] = ['morning', 'afternoon', 'evening']

/**
 * When to call a parent again whom a call at `at` did not reach, or who asked for another one: on a working day of China, two
 * hours later or more, at another part of the day, as the family wishes to be called (`preference`, an answer of
 * `contact_preference`: on weekday evenings, at daytime, on weekends). `tries`: how often nobody answered by now; undefined
 * after `mostTries` of them.
 */
export function nextTry({
  at,
  tries,
  preference,
}: {
  at: Date
  tries: number
  preference: string | null
}): Date | undefined {
  if (tries >= mostTries) return undefined
  const allowed = partsOf(preference)
  const lastPart = partOf(at)
  const wanted = allowed.length > 1 ? allowed.filter((part) => part !== lastPart) : allowed
  const today = startOfChinaDay(chinaDay(at)).getTime()
  for (let days = 0; days <= mostDays; days += 1) {
    const start = today + days * dayMs
    if (!isCallingDay(new Date(start), preference)) continue
    const times = wanted.map((part) => new Date(start + hours[part] * hourMs))
    const next = times.find((time) => time.getTime() >= at.getTime() + pauseMs)
    if (next !== undefined) return next
  }
  return undefined
}

function partsOf(preference: string | null): readonly Part[] {
  if (preference === 'weekday_evening') return ['evening']
  return preference === 'weekday_daytime' || preference === 'weekend' ? ['morning', 'afternoon'] : parts
}

function partOf(at: Date): Part {
  const hour = (at.getTime() - startOfChinaDay(chinaDay(at)).getTime()) / hourMs
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}

/** Whether parents are called on a day: on working days; those who wish it on Saturdays and Sundays. */
function isCallingDay(start: Date, preference: string | null): boolean {
  const noon = new Date(start.getTime() + 12 * hourMs)
  if (preference !== 'weekend') return isWorkingDay(noon)
  return [0, 6].includes(new Date(noon.getTime() + 8 * hourMs).getUTCDay())
}
