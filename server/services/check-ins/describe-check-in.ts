import { checkInKinds, clockFaults } from '#server/contract/check-ins/check-in-rules.ts'
import type { getCheckIn } from '#server/contract/check-ins/checkins.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { findCheckIn } from '#server/db/check-ins/check-ins.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { eventItemOf, findAnyEvent } from '#server/db/check-ins/events.ts'
import { findExhibitors } from '#server/db/check-ins/exhibitors.ts'
import { findOpenDays } from '#server/db/open-days/open-days.ts'

const shownOpenDays = 6

/** A check-in's public details: without the guest, with the event's exhibitors and coming open days. */
export async function describeCheckIn(
  { db }: DatabaseConnection,
  id: string,
  now: Date,
): Promise<DataOf<typeof getCheckIn> | undefined> {
  const checkIn = await findCheckIn(db, id)
  if (checkIn === undefined) return undefined
  const event = await findAnyEvent(db, checkIn.eventId)
  if (event === undefined) return undefined
  const city = cityCodeOf(event.cityCode)
  const days = { city_code: city, state: 'open', sort: 'soonest', page: 1, page_size: shownOpenDays } as const
  return {
    id,
    kind: checkInKinds.find((kind) => kind === checkIn.kind) ?? 'parent',
    event: eventItemOf(event, now),
    at: checkIn.at.toISOString(),
    received_at: checkIn.receivedAt.toISOString(),
    clock: clockFaults.find((fault) => fault === checkIn.clock),
    exhibitors: await findExhibitors(db, event.id),
    open_days: (await findOpenDays(db, days, now)).items,
    qr: `/media/checkins/${id}.svg`,
  }
}
