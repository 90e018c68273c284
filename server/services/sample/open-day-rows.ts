import { expand } from './phrase.ts'
import type { SampleOpenDay } from './rows.ts'
import { drawFor } from './texts.ts'
import type { Subject } from './texts.ts'

/** How an open day stands when it is made. */
export type OpenDayState = 'open' | 'full' | 'closed' | 'past'

/** One open day in the wanted state. */
export function openDayOf(
  subject: Subject,
  state: OpenDayState,
  school: string,
  address: string,
): SampleOpenDay {
  const { city, profile, words, random } = subject
  const { calendar } = city
  const [title, description] = drawFor(city.decks.openDays, profile)
  const capacity = random.pick([24, 30, 36, 40, 60])
  const offset = {
    open: calendar.saturday(random.int(6, 58)),
    full: calendar.saturday(random.int(5, 24)),
    closed: calendar.saturday(random.int(1, 3)),
    past: calendar.saturday(-random.int(14, 90)),
  }[state]
  const [starts, ends] = random.pick([
    ['09:00', '11:30'],
    ['09:30', '11:30'],
    ['10:00', '12:00'],
    ['14:00', '16:00'],
    ['14:30', '16:30'],
  ] as const)
  const closes = state === 'closed' ? calendar.at(-2, '18:00') : calendar.at(offset - 2, '18:00')
  const said = expand(title, words, random)
  return {
    cityCode: city.city.code,
    title: said,
    startsAt: calendar.at(offset, starts),
    endsAt: calendar.at(offset, ends),
    bookingClosesAt: closes,
    place: address,
    description: expand(description, words, random),
    capacity,
    ...((state === 'open' || state === 'full') && offset < 35 && { eventTitle: `${school}　${said}` }),
    taken: state === 'full' ? capacity : random.int(3, Math.floor(capacity * 0.7)),
  }
}
