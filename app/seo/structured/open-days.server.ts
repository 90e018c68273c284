import type { EventLeaf } from 'schema-dts'
import { cityOfCode } from '#server/contract/cities.ts'
import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { openDayPagePath, orderPath } from '#app/paths.ts'
import { chinaMoment } from '#app/china-time.ts'
import type { StructuredDataContext } from './structured-data-context.ts'
import { schoolReference } from './school.server.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

const availability = {
  open: 'https://schema.org/InStock',
  full: 'https://schema.org/SoldOut',
  closed: 'https://schema.org/OutOfStock',
  cancelled: 'https://schema.org/OutOfStock',
} as const

/** schema.org events of upcoming open days with their availability; past ones are left out. */
export function openDayEvents(around: StructuredDataContext, openDays: readonly OpenDay[]): EventLeaf[] {
  return openDays.flatMap(({ state, ...openDay }) =>
    state === 'past' ? [] : [openDayEvent(around, openDay, state)],
  )
}

function openDayEvent(
  around: StructuredDataContext,
  openDay: Omit<OpenDay, 'state'>,
  state: Exclude<OpenDay['state'], 'past'>,
): EventLeaf {
  const { id, title, school, place, description, starts_at, ends_at, booking_closes_at, capacity, left } =
    openDay
  const city = cityOfCode(openDay.city_code)?.name ?? ''
  return {
    '@type': 'Event',
    name: title,
    url: around.at(openDayPagePath(id)),
    startDate: chinaMoment(starts_at),
    endDate: chinaMoment(ends_at),
    eventStatus:
      state === 'cancelled' ? 'https://schema.org/EventCancelled' : 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(description === undefined ? {} : { description }),
    location: {
      '@type': 'Place',
      name: place ?? school?.name ?? city,
      address: { '@type': 'PostalAddress', addressCountry: 'CN', addressLocality: city },
    },
    ...(school === undefined ? {} : { organizer: schoolReference(around, school) }),
    ...(capacity === undefined ? {} : { maximumAttendeeCapacity: capacity }),
    ...(left === undefined ? {} : { remainingAttendeeCapacity: left }),
    ...(state === 'not_offered'
      ? {}
      : {
          offers: {
            '@type': 'Offer' as const,
            url: around.at(orderPath({ orderType: 'openday', openDayId: id })),
            availability: availability[state],
            ...(booking_closes_at === undefined ? {} : { validThrough: chinaMoment(booking_closes_at) }),
          },
        }),
  }
}
