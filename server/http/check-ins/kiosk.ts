import { codes } from '#server/contract/codes.ts'
import {
  getKioskState,
  listKioskGuests,
  pairKiosk,
  undoKioskCheckIn,
  unpairKiosk,
} from '#server/contract/check-ins/kiosk.ts'
import { eventItemOf, findAnyEvent, type EventRow } from '#server/db/check-ins/events.ts'
import { findListState } from '#server/db/check-ins/guest-list.ts'
import { noteDevice, revokeDevice, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { undoCheckIn } from '#server/services/check-ins/undo-check-in.ts'
import { registerBookings } from '#server/services/check-ins/register-bookings.ts'
import { readConflicts, readGuestList, wipeTime } from '#server/services/check-ins/guest-list.ts'
import { redeemPairingCode } from '#server/services/check-ins/pairing.ts'
import {
  createRateLimiter,
  createNetworkRateLimiter,
  type Consumption,
} from '#server/services/limits/rate-limiter.ts'
import { ApiError, invalidFields, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { needDevice } from './read-device.ts'
import { serve } from '../serve.ts'

const windowMs = 900_000
/**
 * Limits on wrong pairing codes, per client and in total, against guessing one of the 10^8 codes. The total is wide
 * enough that no /48 network, with its fourfold allowance of ten, comes near it; a guess then hits one valid code once
 * in 10^5 such windows.
 */
const attemptsPerClient = { name: 'pairing', limit: 10, windowMs, ignoreEventNetworks: true }
const attemptsInTotal = { name: 'pairing of all', limit: 1000, windowMs }
const notCacheable = { cacheMs: 0, cachePolicy: 'never' } as const

/** Endpoints of check-in devices: pairing, guest list, state, undo. */
export function kioskEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now } = dependencies
  const { db } = database
  const needs = { db, personal }
  const perClient = createNetworkRateLimiter(dependencies, attemptsPerClient)
  const inTotal = createRateLimiter(dependencies, attemptsInTotal)

  const eventOf = async (device: StoredDevice): Promise<EventRow> =>
    found(await findAnyEvent(db, device.eventId))

  return [
    serve(pairKiosk, async ({ input: { code }, address }) => {
      const at = now()
      // The client's limit first, so that a client over its own limit does not use up the total.
      const ofAddress = allowedOrThrow(await perClient.consume(address))
      const ofAll = allowedOrThrow(await inTotal.consume('all'))
      const paired = await redeemPairingCode(needs, { code, now: at })
      if (paired === undefined)
        throw invalidFields({ code: '配对码不正确或已失效，请向工作人员索取新的配对码' })
      await Promise.all([ofAddress.refund(), ofAll.refund()])
      const { token, device } = paired
      return {
        token,
        device: { id: device.id, name: device.name },
        event: eventItemOf(await eventOf(device), at),
      }
    }),
    serve(unpairKiosk, async ({ request }) => {
      const device = await needDevice(request, db, now())
      const at = now()
      // A device unpairs itself only when its queue is empty.
      await noteDevice(db, device.id, { waiting: 0, lastSeenAt: at })
      await revokeDevice(db, device.id, at)
      return { msg: '已解除配对' }
    }),
    serve(undoKioskCheckIn, async ({ input: { registration_id: registrationId }, request }) => {
      const at = now()
      const device = await needDevice(request, db, at)
      const { eventId, name } = device
      const outcome = await undoCheckIn(db, { registrationId, eventId, by: `设备 ${name}`, now: at })
      if (outcome === 'unknown') throw new ApiError(codes.notFound)
      if (outcome === 'not-in') throw new ApiError(codes.conflict, { message: '这位来宾没有签到，不用撤销' })
      return { msg: '已撤销签到' }
    }),
    serve(
      listKioskGuests,
      async ({ input: { since, limit }, request }) => {
        const event = await eventOf(await needDevice(request, db, now()))
        await registerBookings({ database, personal }, event.id, now())
        return readGuestList(needs, event, { since, limit, now: now() })
      },
      notCacheable,
    ),
    serve(
      getKioskState,
      async ({ input: { waiting }, request }) => {
        const at = now()
        const device = await needDevice(request, db, at)
        if (waiting !== undefined) await noteDevice(db, device.id, { waiting, lastSeenAt: at })
        const event = await eventOf(device)
        await registerBookings({ database, personal }, event.id, at)
        const { version, registered, checkedIn, walkIns } = await findListState(db, event.id)
        return {
          now: at.toISOString(),
          device: { id: device.id, name: device.name },
          event: eventItemOf(event, at),
          version,
          registered,
          checked_in: checkedIn,
          walk_ins: walkIns,
          conflicts: await readConflicts(needs, event.id, device.id),
          wipe_at: wipeTime(event),
        }
      },
      notCacheable,
    ),
  ]
}

function allowedOrThrow(counted: Consumption): Extract<Consumption, { allowed: true }> {
  if (counted.allowed) return counted
  throw tooMany(counted.retryAfter)
}
