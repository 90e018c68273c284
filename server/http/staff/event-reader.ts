import type { z } from 'zod'
import type { staffEvent } from '#server/contract/staff/events.ts'
import { eventItemOf, findAnyEvent, type EventRow } from '#server/db/check-ins/events.ts'
import { findListState } from '#server/db/check-ins/guest-list.ts'
import { findDevicesOf, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { findEventActivity, findEventEdits, findOpenDayOfEvent } from '#server/db/staff/events.ts'
import { registerBookings } from '#server/services/check-ins/register-bookings.ts'
import { deviceStatus } from '#server/services/check-ins/device-status.ts'
import { versionOf } from '#server/services/staff/change-event.ts'
import { wipeTime } from '#server/services/check-ins/guest-list.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'

/** Reads events for staff, their lists synchronised with the bookings of their open days; 1404 for unknown ones. */
export function eventReader({ database, personal, now }: ApiDependencies): {
  eventOf: (id: number) => Promise<EventRow>
  detailOf: (id: number) => Promise<z.input<typeof staffEvent>>
} {
  const { db } = database

  const eventOf = async (id: number) => {
    const event = found(await findAnyEvent(db, id))
    await registerBookings({ database, personal }, id, now())
    return event
  }
  return {
    eventOf,
    async detailOf(id) {
      const at = now()
      const event = await eventOf(id)
      const openDay = await findOpenDayOfEvent(db, id)
      const { registered, checkedIn, walkIns } = await findListState(db, id)
      const { lastCheckInAt, conflicts } = await findEventActivity(db, id)
      const edits = found(await findEventEdits(db, id))
      return {
        ...eventItemOf(event, at),
        version: versionOf(edits),
        withdrawn_at: edits.withdrawnAt?.toISOString(),
        numbers: { registered, checked_in: checkedIn, walk_ins: walkIns },
        devices: (await findDevicesOf(db, id, at)).map(deviceItemOf),
        conflicts,
        open_day: openDay && {
          id: openDay.id,
          title: openDay.title,
          called_off: openDay.isCalledOff,
        },
        last_check_in_at: lastCheckInAt?.toISOString(),
        wipe_at: wipeTime(event),
        now: at.toISOString(),
      }
    },
  }
}

/** A check-in device as the contract shows it. */
export function deviceItemOf(device: StoredDevice) {
  const { state, lastSeenAt, lastUploadAt, queue, clockAheadSeconds } = deviceStatus(device)
  return {
    id: device.id,
    name: device.name,
    state,
    last_seen_at: lastSeenAt?.toISOString(),
    last_upload_at: lastUploadAt?.toISOString(),
    queue: queue && { count: queue.count, at: queue.at.toISOString(), outdated: queue.isOutdated },
    clock_ahead_seconds: clockAheadSeconds,
  }
}
