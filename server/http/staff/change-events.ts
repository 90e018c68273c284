import type { z } from 'zod'
import { codes } from '#server/contract/codes.ts'
import {
  addStaffEvent,
  changeStaffEvent,
  reinstateStaffEvent,
  withdrawStaffEvent,
} from '#server/contract/staff/change-events.ts'
import {
  addEvent,
  changeEvent,
  setEventVisibility,
  type EventChanged,
  type EventFault,
  type WrittenEvent,
} from '#server/services/staff/change-event.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { eventReader } from './event-reader.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints that make, change, withdraw and reinstate events. */
export function staffChangeEventEndpoints(dependencies: ApiDependencies) {
  const { database, now } = dependencies
  const { detailOf } = eventReader(dependencies)
  const change = (staff: Staff) => ({ actor: { staff }, now: now() })

  const answerTo = async (id: number, { state }: EventChanged) => {
    if (state === 'changed') return detailOf(id)
    if (state === 'unknown') throw notFound()
    if (state !== 'stale') throw invalidFields(faultFields[state])
    throw new ApiError(codes.conflict, {
      message: '这场活动刚被别人改过，请看过现在的内容再改',
      data: { current: await detailOf(id) },
    })
  }

  return [
    serveStaff(addStaffEvent, async ({ input, staff }) => {
      const outcome = await addEvent(database, writtenOf(input), change(staff))
      if (outcome.state !== 'added') throw invalidFields(faultFields[outcome.state])
      return detailOf(outcome.id)
    }),
    serveStaff(changeStaffEvent, async ({ input, staff }) => {
      const { id, version } = input
      return answerTo(id, await changeEvent(database, { id, version, ...writtenOf(input) }, change(staff)))
    }),
    serveStaff(withdrawStaffEvent, async ({ input, staff }) =>
      answerTo(input.id, await setEventVisibility(database, { ...input, isShown: false }, change(staff))),
    ),
    serveStaff(reinstateStaffEvent, async ({ input, staff }) =>
      answerTo(input.id, await setEventVisibility(database, { ...input, isShown: true }, change(staff))),
    ),
  ]
}

const faultFields: Readonly<Record<EventFault, Record<string, string>>> = {
  ends: { ends_at: '结束时间不能早于开始时间' },
  open_day: { open_day: '这个城市没有这样一个开放日，请填写开放日的编号或全名' },
  booked: { open_day: '名单里已有原来那个开放日的预约，不能换。请另建一场活动' },
  apart: { starts_at: '和开放日不在同一时间：开放日改期时，活动会跟着改' },
  namesake: { title: '这个城市在这个时间已有同名的活动' },
}

function writtenOf(input: z.output<typeof addStaffEvent.input>): WrittenEvent {
  return {
    cityCode: input.city_code,
    title: input.title,
    place: input.place ?? null,
    startsAt: input.starts_at,
    endsAt: input.ends_at,
    openDay: input.open_day,
  }
}
