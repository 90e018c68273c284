import type { z } from 'zod'
import type { kioskConflict } from '#server/contract/check-ins/kiosk.ts'
import { refusalMessages, refusalReasons } from '#server/contract/check-ins/check-in-rules.ts'
import type { Database } from '#server/db/connect.ts'
import type { EventRow } from '#server/db/check-ins/events.ts'
import { findListState } from '#server/db/check-ins/guest-list.ts'
import { findDevicesOf, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { countArrivalsByDay, countAttempts, countRefusals } from '#server/db/check-ins/kiosk-report.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { readConflicts } from './guest-list.ts'

/** The report of an event. */
export type EventReport = {
  /** Expected guests without void tickets and walk-ins, those of them who came, and walk-ins who came. */
  numbers: { registered: number; checkedIn: number; walkIns: number }
  /** Arrivals by day of China's calendar. */
  days: { day: string; people: number }[]
  /** Refused submissions by reason, the most frequent first. */
  refusals: { message: string; times: number }[]
  /** Devices with the number of check-ins that they sent, and of those with a wrong clock. */
  devices: { device: StoredDevice; sent: number; wrongClock: number }[]
  /** Check-ins that browsers without pairing sent. */
  sentByWeb: number
  /** Guests whom two devices checked in, the latest first; names masked. */
  conflicts: z.input<typeof kioskConflict>[]
}

/** Reads the report of an event. */
export async function readEventReport(
  { db, personal }: { db: Database; personal: PersonalData },
  event: Pick<EventRow, 'id'>,
  now: Date,
): Promise<EventReport> {
  const { registered, checkedIn, walkIns } = await findListState(db, event.id)
  const refusals = await countRefusals(db, event.id)
  const sent = new Map((await countAttempts(db, event.id)).map((row) => [row.deviceId, row]))
  const devices = await findDevicesOf(db, event.id, now)
  return {
    numbers: { registered, checkedIn, walkIns },
    days: await countArrivalsByDay(db, event.id),
    refusals: refusals.map(({ reason, times }) => ({ message: refusalText(reason), times })),
    devices: devices.map((device) => {
      const counted = sent.get(device.id)
      return { device, sent: counted?.sent ?? 0, wrongClock: Number(counted?.wrongClock ?? 0) }
    }),
    sentByWeb: sent.get(null)?.sent ?? 0,
    conflicts: await readConflicts({ db, personal }, event.id, undefined),
  }
}

/** The message of a reason; reasons of other versions stay as they are. */
function refusalText(reason: string): string {
  const known = refusalReasons.find((one) => one === reason)
  return known === undefined ? reason : refusalMessages[known]
}
