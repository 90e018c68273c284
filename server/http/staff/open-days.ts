import type { z } from 'zod'
import { listedLeadFields } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import { codes } from '#server/contract/codes.ts'
import {
  addStaffOpenDay,
  cancelStaffOpenDay,
  changeStaffOpenDay,
  getStaffOpenDay,
  listOpenDayCalls,
  listOpenDayWaiting,
  listStaffOpenDays,
  recordOpenDayCall,
  reinstateStaffOpenDay,
  removeFromWaitingList,
  revealOpenDayCalls,
} from '#server/contract/staff/open-days.ts'
import { maskName, maskPhone } from '#server/contract/phone-number.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import { listPage } from '#server/db/list-page.ts'
import { withoutNulls } from '#server/db/without-nulls.ts'
import { markCalled } from '#server/db/open-days/notified-guests.ts'
import {
  countBookings,
  findAttendance,
  findStaffOpenDay,
  findStaffOpenDays,
  findWaiting,
  type StaffOpenDay,
} from '#server/db/staff/open-days.ts'
import { isToCall, readOpenDayGuests, type OpenDayGuest } from '#server/services/open-days/open-day-guests.ts'
import {
  addOpenDay,
  cancelOpenDay,
  changeOpenDay,
  reinstateOpenDay,
  versionOf,
  type OpenDayChange,
  type OpenDayChanged,
  type OpenDayFault,
} from '#server/services/staff/change-open-day.ts'
import { removeFromWaitingList as remove } from '#server/services/staff/remove-from-waiting-list.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { assertReachable, schoolScope } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of open days and whom their changes are notified to. */
export function staffOpenDayEndpoints(dependencies: ApiDependencies) {
  const { database, personal, now, smsNoticeKinds: sms = new Set() } = dependencies
  const { db } = database
  const needs = { db, personal }

  const detail = async (row: StaffOpenDay) => {
    const { id } = row.openDay
    const guests = (await readOpenDayGuests(needs, id, { inFull: false })).filter(isToCall)
    const waiting = guests.filter(({ isMessageQueued }) => isMessageQueued).length
    const attendance = await findAttendance(db, id)
    return {
      ...rowItem(row),
      booked: await countBookings(db, id),
      to_call: guests.length - waiting,
      messages_waiting: waiting,
      attendance: attendance.map(({ event, registered, checkedIn, walkIns }) => ({
        event,
        registered,
        checked_in: checkedIn,
        walk_ins: walkIns,
      })),
    }
  }
  const detailOf = async (id: number) => detail(found(await findStaffOpenDay(db, id, now())))
  const change = (staff: Staff): OpenDayChange => ({ actor: { staff }, now: now(), sms })

  const answerTo = async (id: number, outcome: OpenDayChanged) => {
    if (outcome.state === 'changed') {
      const { notified, seated } = outcome
      return { ...(await detailOf(id)), notified, seated }
    }
    if (outcome.state === 'unknown') throw notFound()
    if (outcome.state === 'stale') {
      throw new ApiError(codes.conflict, {
        message: '这个开放日刚被别人改过，请看过现在的内容再改',
        data: { current: await detailOf(id) },
      })
    }
    throw invalidFields(
      outcome.state === 'capacity'
        ? { capacity: `已有 ${outcome.taken} 个名额被预约，名额不能更少` }
        : faultFields[outcome.state],
    )
  }

  return [
    serveStaff(listStaffOpenDays, async ({ input, staff }) => {
      const schoolId = schoolScope(staff)
      const { rows, total } = await findStaffOpenDays(db, { ...input, schoolId, now: now() })
      return listPage(input, rows.map(rowItem), total)
    }),
    serveStaff(getStaffOpenDay, async ({ input: { id }, staff }) => {
      const row = found(await findStaffOpenDay(db, id, now()))
      assertReachable(staff, row.openDay.schoolId)
      return detail(row)
    }),
    serveStaff(addStaffOpenDay, async ({ input, staff }) => {
      const { city_code: cityCode, school } = input
      const outcome = await addOpenDay(database, { cityCode, school, ...factsOf(input) }, change(staff))
      if (outcome.state === 'added') return detailOf(outcome.id)
      if (outcome.state === 'school')
        throw invalidFields({ school: '这个城市没有这所学校，请填写学校的全名或编号' })
      throw invalidFields(faultFields[outcome.state])
    }),
    serveStaff(changeStaffOpenDay, async ({ input, staff }) => {
      const { id, version } = input
      const edit = { id, version, ...factsOf(input) }
      return answerTo(id, await changeOpenDay(database, edit, change(staff)))
    }),
    serveStaff(cancelStaffOpenDay, async ({ input, staff }) =>
      answerTo(input.id, await cancelOpenDay(database, input, change(staff))),
    ),
    serveStaff(reinstateStaffOpenDay, async ({ input, staff }) =>
      answerTo(input.id, await reinstateOpenDay(database, input, change(staff))),
    ),
    serveStaff(listOpenDayWaiting, async ({ input: { id } }) => {
      found(await findStaffOpenDay(db, id, now()))
      const rows = await findWaiting(db, id)
      const masked = (encrypted: string | null, mask: (clear: string) => string) =>
        encrypted === null ? '' : mask(personal.decrypt(encrypted))
      return {
        items: rows.map(({ reference, nameCipher, phoneCipher, createdAt }, at) => ({
          position: at + 1,
          reference,
          name: masked(nameCipher, maskName),
          phone: masked(phoneCipher, maskPhone),
          joined_at: createdAt.toISOString(),
        })),
      }
    }),
    serveStaff(removeFromWaitingList, async ({ input: { id, reference, reason }, staff }) => {
      const outcome = await remove(db, { openDayId: id, reference, reason, ...change(staff) })
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'over')
        throw new ApiError(codes.conflict, { message: '这位家长已经不在候补名单上，没有改动' })
      if (outcome === 'late')
        throw new ApiError(codes.conflict, { message: '开放日已经开始，候补已经作废，不用再移出' })
      return { msg: '已移出' }
    }),
    serveStaff(listOpenDayCalls, async ({ input: { id } }) => {
      found(await findStaffOpenDay(db, id, now()))
      return { items: (await readOpenDayGuests(needs, id, { inFull: false })).flatMap(callItem) }
    }),
    serveStaff(revealOpenDayCalls, async ({ input: { id }, staff }) => {
      found(await findStaffOpenDay(db, id, now()))
      return db.transaction(async (tx) => {
        const guests = await readOpenDayGuests({ db: tx, personal }, id, { inFull: true })
        const items = guests.filter(isToCall).flatMap(callItem)
        await noteAccess(tx, {
          staff,
          command: 'staff open-days reveal',
          record: `open_day:${id}`,
          rows: items.length,
        })
        for (const { reference } of items)
          await noteAccess(tx, {
            staff,
            command: 'staff open-days show',
            record: `lead:${reference}`,
            details: { open_day: id },
            rows: 1,
          })
        return { items }
      })
    }),
    serveStaff(recordOpenDayCall, async ({ input: { id, reference }, staff }) => {
      const guests = await readOpenDayGuests(needs, id, { inFull: false })
      const guest = guests.find((one) => one.reference === reference)
      if (guest === undefined || guest.kind === null) throw notFound()
      return db.transaction(async (tx) => {
        const by = { operator: staff.name, now: now(), openDayId: id }
        if (!(await markCalled(tx, reference, by)))
          throw new ApiError(codes.conflict, { message: '已经有人记下打过电话了' })
        await noteAccess(tx, {
          staff,
          command: 'staff open-days called',
          record: `lead:${reference}`,
          details: { open_day: id },
          rows: 1,
        })
        return { msg: '已记下' }
      })
    }),
  ]
}

const faultFields: Readonly<Record<OpenDayFault, Record<string, string>>> = {
  ends: { ends_at: '结束时间要晚于开始时间' },
  closes: { booking_closes_at: '截止预约不能晚于结束时间' },
  namesake: { title: '已有同一标题、同一时间的开放日，请改那一个' },
}

type GivenFacts = Pick<
  z.output<typeof addStaffOpenDay.input>,
  'title' | 'starts_at' | 'ends_at' | 'booking_closes_at' | 'place' | 'description' | 'capacity'
>

function factsOf(given: GivenFacts) {
  return {
    title: given.title,
    startsAt: given.starts_at,
    endsAt: given.ends_at,
    bookingClosesAt: given.booking_closes_at ?? null,
    place: given.place ?? null,
    description: given.description ?? null,
    capacity: given.capacity ?? null,
  }
}

type Row = z.input<typeof listStaffOpenDays.data>['items'][number]

function rowItem({ openDay, school, state, isWithdrawn, waiting }: StaffOpenDay): Row {
  return {
    id: openDay.id,
    version: versionOf(openDay),
    title: openDay.title,
    school: school ?? undefined,
    city_code: cityCodeOf(openDay.cityCode),
    starts_at: openDay.startsAt.toISOString(),
    ends_at: openDay.endsAt.toISOString(),
    booking_closes_at: openDay.bookingClosesAt?.toISOString(),
    place: openDay.place ?? undefined,
    description: openDay.description ?? undefined,
    capacity: openDay.capacity ?? undefined,
    taken: openDay.taken,
    waiting,
    state,
    cancelled_at: openDay.cancelledAt?.toISOString(),
    cancel_reason: openDay.cancelReason ?? undefined,
    withdrawn: isWithdrawn,
  }
}

type CallItem = z.input<typeof listOpenDayCalls.data>['items'][number]

function callItem({
  kind,
  smsSentAt,
  calledAt,
  calledBy,
  isMessageQueued,
  ...guest
}: OpenDayGuest): CallItem[] {
  if (kind === null) return []
  return [
    {
      reference: guest.reference,
      name: guest.name,
      phone: guest.phone,
      ...withoutNulls(pick(guest, listedLeadFields)),
      kind,
      waiting: guest.isWaiting,
      message: smsSentAt !== null ? 'sent' : isMessageQueued ? 'waiting' : 'none',
      message_sent_at: smsSentAt?.toISOString(),
      called_at: calledAt?.toISOString(),
      called_by: calledBy ?? undefined,
    },
  ]
}
