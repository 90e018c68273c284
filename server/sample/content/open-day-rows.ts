import { expand } from './phrase.ts'
import type { VisitHours } from './pools.ts'
import type { SampleOpenDay } from './rows.ts'
import { drawFor } from './texts.ts'
import type { Subject } from './texts.ts'

/** How an open day stands when it is made. */
export type OpenDayState = 'open' | 'full' | 'closed' | 'past'

const hoursOf: Record<
  VisitHours,
  { day: 'saturday' | 'weekday'; hours: readonly (readonly [string, string])[] }
> = {
  morning: {
    day: 'saturday',
    hours: [
      ['09:00', '11:30'],
      ['09:30', '11:30'],
      ['10:00', '12:00'],
    ],
  },
  afternoon: {
    day: 'saturday',
    hours: [
      ['14:00', '16:00'],
      ['14:30', '16:30'],
      ['14:00', '16:30'],
    ],
  },
  lessons: {
    day: 'weekday',
    hours: [
      ['08:40', '11:20'],
      ['09:00', '11:30'],
      ['09:20', '11:40'],
    ],
  },
  noon: {
    day: 'weekday',
    hours: [
      ['10:40', '13:00'],
      ['11:00', '13:10'],
    ],
  },
  after: {
    day: 'weekday',
    hours: [
      ['15:00', '17:20'],
      ['15:10', '17:30'],
    ],
  },
  evening: {
    day: 'weekday',
    hours: [
      ['17:30', '20:10'],
      ['18:00', '20:20'],
    ],
  },
}

/** One open day in the wanted state. */
export function openDayOf(
  subject: Subject,
  state: OpenDayState,
  school: string,
  address: string,
): SampleOpenDay {
  const { city, profile, words, random } = subject
  const { calendar } = city
  const [title, description, hours, seats] = drawFor(city.decks.openDays, profile)
  const visit = hoursOf[hours]
  const from = {
    open: random.int(6, 58),
    full: random.int(5, 24),
    closed: random.int(1, 3),
    past: -random.int(21, 60),
  }[state]
  const offset = calendar.next(visit.day, from)
  const [starts, ends] = random.pick(visit.hours)
  const drawn = random.pick([24, 30, 36, 40, 60])
  const capacity = seats ?? drawn
  const said = expand(title, words, random)
  return {
    cityCode: city.city.code,
    title: said,
    startsAt: calendar.at(offset, starts),
    endsAt: calendar.at(offset, ends),
    bookingClosesAt: calendar.at(state === 'closed' ? -2 : offset - 2, '18:00'),
    place: address,
    description: expand(description, words, random),
    capacity,
    ...((state === 'open' || state === 'full') && from < 30 && { eventTitle: `${school} · ${said}` }),
    taken: state === 'full' ? capacity : random.int(3, Math.floor(capacity * 0.7)),
  }
}
