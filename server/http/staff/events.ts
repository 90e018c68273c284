import {
  createPairingCode as createCode,
  getStaffDevice,
  getStaffEvent,
  getStaffEventReport,
  listStaffEvents,
  revokeStaffDevice,
} from '#server/contract/staff/events.ts'
import { codes } from '#server/contract/codes.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { eventItemOf, findAnyEvent } from '#server/db/check-ins/events.ts'
import { revokeDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { listPage } from '#server/db/list-page.ts'
import { findDeviceOfEvent, findStaffEvents } from '#server/db/staff/events.ts'
import { readEventReport } from '#server/services/check-ins/event-report.ts'
import { createPairingCode, pairingCodeMs } from '#server/services/check-ins/pairing.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { deviceItemOf, eventReader } from './event-reader.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of events and their check-in devices. */
export function staffEventEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now } = dependencies
  const { db } = database

  const { eventOf, detailOf } = eventReader(dependencies)

  return [
    serveStaff(listStaffEvents, async ({ input: { city_code: cityCode, ...page } }) => {
      const at = now()
      const { rows, total } = await findStaffEvents(db, { cityCode, now: at, ...page })
      const items = rows.map(({ event, isWithdrawn, ...numbers }) => ({
        ...eventItemOf(event, at),
        ...numbers,
        withdrawn: isWithdrawn,
      }))
      return listPage(page, items, total)
    }),
    serveStaff(getStaffEvent, ({ input: { id } }) => detailOf(id)),
    serveStaff(getStaffEventReport, async ({ input: { id } }) => {
      const at = now()
      const event = await eventOf(id)
      const { numbers, devices, sentByWeb, ...report } = await readEventReport({ db, personal }, event, at)
      return {
        ...eventItemOf(event, at),
        ...report,
        numbers: {
          registered: numbers.registered,
          checked_in: numbers.checkedIn,
          walk_ins: numbers.walkIns,
        },
        devices: devices.map(({ device, sent, wrongClock }) => ({
          ...deviceItemOf(device),
          sent,
          wrong_clock: wrongClock,
        })),
        sent_by_web: sentByWeb,
      }
    }),
    serveStaff(createCode, async ({ input: { id, name }, staff }) => {
      const at = now()
      const event = found(await findAnyEvent(db, id))
      return db.transaction(async (tx) => {
        const offer = await createPairingCode({ db: tx, personal }, { eventId: event.id, name, now: at })
        if (offer === undefined) throw invalidFields({ name: `${name} 已配对：换一个名称，或先停用那台设备` })
        const { code, device } = offer
        const details = { event: id, name }
        await noteAccess(tx, {
          staff,
          command: 'staff devices pair',
          record: `device:${device.id}`,
          details,
          rows: 1,
        })
        return {
          device: { id: device.id, name: device.name },
          code,
          expires_at: new Date(at.getTime() + pairingCodeMs).toISOString(),
        }
      })
    }),
    serveStaff(getStaffDevice, async ({ input: { id } }) => {
      const { device, event } = found(await findDeviceOfEvent(db, id))
      return { ...deviceItemOf(device), event }
    }),
    serveStaff(revokeStaffDevice, async ({ input: { id }, staff }) => {
      const { event } = found(await findDeviceOfEvent(db, id))
      return db.transaction(async (tx) => {
        const device = await revokeDevice(tx, id, now())
        if (device === undefined) throw new ApiError(codes.conflict, { message: '这台设备已经停用了' })
        await noteAccess(tx, {
          staff,
          command: 'staff devices revoke',
          record: `device:${id}`,
          details: { event: event.id, name: device.name },
          rows: 1,
        })
        return { msg: `已停用 ${device.name}` }
      })
    }),
  ]
}
