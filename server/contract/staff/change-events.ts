import { z } from 'zod'
import { cityCode, id } from '../fields.ts'
import { unlessEmpty } from './empty-field.ts'
import { staffEvent } from './events.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { chinaMinute, editedVersion, writtenLine } from './written-fields.ts'

/** What staff write of an event, by the checks of its file. An omitted or empty field is one that it has not. */
const eventFields = {
  city_code: cityCode,
  title: writtenLine(200, '标题'),
  starts_at: chinaMinute,
  ends_at: chinaMinute,
  place: unlessEmpty(writtenLine(200, '地点')),
  /** The open day of the city whose bookings are on the list: its id, or its title where one coming open day has it. */
  open_day: unlessEmpty(writtenLine(200, '开放日')),
}

/**
 * Adds an event; it takes check-ins at once. 1001 with `fields` for wrong ones, and with `fields.title` when the city has
 * an event of that title at that time.
 */
export const addStaffEvent = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events',
  summary: '新建活动',
  right: 'events.write',
  input: z.object(eventFields),
  data: staffEvent,
})

/**
 * Changes an event; its guests stay. 1409 with the event as it is in `data.current` when `version` is an older one; 1001
 * as for a new one, and with `fields.open_day` while bookings of another open day are on the list.
 */
export const changeStaffEvent = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events/{id}',
  summary: '修改活动',
  right: 'events.write',
  input: z.object({ id, version: editedVersion, ...eventFields }),
  data: staffEvent,
})

const visibilityInput = z.object({ id, version: editedVersion, reason: writtenLine(200, '原因') })

/** Takes an event away from visitors; paired devices go on. 1409 as for a change, and for a withdrawn one. */
export const withdrawStaffEvent = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events/{id}/withdraw',
  summary: '撤下活动',
  right: 'events.write',
  input: visibilityInput,
  data: staffEvent,
})

/** Shows a withdrawn event to visitors again. 1409 as for a change, and for one that is shown. */
export const reinstateStaffEvent = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events/{id}/reinstate',
  summary: '恢复公开活动',
  right: 'events.write',
  input: visibilityInput,
  data: staffEvent,
})
