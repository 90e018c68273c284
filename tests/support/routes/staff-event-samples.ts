import type { z } from 'zod'
import {
  addStaffEvent,
  changeStaffEvent,
  reinstateStaffEvent,
  withdrawStaffEvent,
} from '#server/contract/staff/change-events.ts'
import {
  createPairingCode,
  getStaffDevice,
  getStaffEvent,
  getStaffEventReport,
  listStaffEvents,
  revokeStaffDevice,
} from '#server/contract/staff/events.ts'
import {
  correctStaffGuest,
  findStaffGuests,
  getStaffGuest,
  importStaffGuests,
  listStaffGuests,
  readPaperList,
  removeStaffGuest,
  revealStaffGuest,
  undoStaffCheckIn,
} from '#server/contract/staff/guests.ts'
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
import { answer, type FakeAnswer } from './fake-api.ts'

const page = { total: 1, page: 1, page_size: 20 }
const at = '2027-03-01T04:00:00.000Z'
const until = '2027-03-01T06:00:00.000Z'

const event = {
  id: 9,
  city_code: '4403',
  title: '春季择校展',
  place: '会展中心 1 号馆',
  starts_at: at,
  ends_at: until,
  check_in: 'open',
  check_in_from: at,
  check_in_until: until,
} as const

const device = {
  id: 5,
  name: '前台1',
  state: 'paired',
  last_seen_at: at,
  queue: { count: 2, at, outdated: false },
} as const

const numbers = { registered: 40, checked_in: 12, walk_ins: 3 }

/** An event of the sample. */
export const sampleEvent = {
  ...event,
  version: '2027-01-01T00:00:00.000Z',
  open_day: { id: 31, title: '校园开放日', called_off: true },
  numbers,
  devices: [device],
  conflicts: 1,
  last_check_in_at: at,
  wipe_at: until,
  now: at,
} as const satisfies z.input<(typeof getStaffEvent)['data']>

/** A guest of the sample. */
export const sampleGuest = {
  id: 61,
  kind: 'parent',
  source: 'import',
  ticket: 'ABCD2345',
  name: '欧**',
  phone: '138****5678',
  party_size: 2,
  revoked: false,
  event: { id: event.id, title: event.title },
  version: 7,
  booking_over: false,
  undone: [],
} as const satisfies z.input<(typeof getStaffGuest)['data']>

const { event: _of, version: _version, undone: _undone, ...guestItem } = sampleGuest

/** An open day of the sample. */
export const sampleOpenDay = {
  id: 31,
  version: '2027-01-01T00:00:00.000Z',
  title: '校园开放日',
  school: { id: 7, name: '深圳弦歌学校' },
  city_code: '4403',
  starts_at: at,
  ends_at: until,
  capacity: 30,
  taken: 12,
  waiting: 2,
  state: 'open',
  withdrawn: false,
  booked: 12,
  to_call: 1,
  messages_waiting: 0,
  attendance: [{ event: { id: 9, title: '春季择校展' }, registered: 12, checked_in: 4, walk_ins: 0 }],
} as const satisfies z.input<(typeof getStaffOpenDay)['data']>

const { booked: _b, to_call: _c, messages_waiting: _m, attendance: _a, ...openDayRow } = sampleOpenDay

const call = {
  reference: '484Q03SY1T',
  name: '王**',
  phone: '139****0001',
  kind: 'moved',
  waiting: false,
  message: 'none',
} as const

/** The API of events, guests and open days with one of everything. */
export const eventAnswers: readonly FakeAnswer[] = [
  answer(listStaffEvents, {
    items: [{ ...event, guests: 40, arrived: 15, devices: 1, withdrawn: false }],
    ...page,
  }),
  answer(getStaffEvent, sampleEvent),
  answer(addStaffEvent, sampleEvent),
  answer(changeStaffEvent, sampleEvent),
  answer(withdrawStaffEvent, sampleEvent),
  answer(reinstateStaffEvent, sampleEvent),
  answer(getStaffEventReport, {
    ...event,
    numbers,
    days: [],
    refusals: [{ message: '没有找到这个入场码', times: 2 }],
    devices: [{ ...device, sent: 12, wrong_clock: 0 }],
    sent_by_web: 0,
    conflicts: [{ registration_id: 61, name: '欧**', first_at: at, second_at: at }],
  }),
  answer(createPairingCode, { device: { id: 5, name: '前台1' }, code: '12345678', expires_at: until }),
  answer(getStaffDevice, { ...device, event: { id: event.id, title: event.title } }),
  answer(revokeStaffDevice, { msg: '已停用' }),
  answer(listStaffGuests, { items: [guestItem], ...page }),
  answer(findStaffGuests, { items: [guestItem], more: false }),
  answer(getStaffGuest, sampleGuest),
  answer(revealStaffGuest, { name: '欧阳小明', phone: '+8613812345678' }),
  answer(correctStaffGuest, sampleGuest),
  answer(undoStaffCheckIn, { msg: '已撤销' }),
  answer(removeStaffGuest, { msg: '已移出' }),
  answer(importStaffGuests, ({ added }) => ({
    added: 1,
    changed: 0,
    unchanged: 0,
    stored: added !== undefined,
    problems: [],
    problem_count: 0,
    tables: [],
    left_out: 0,
    refused: [],
  })),
  answer(readPaperList, {
    rows: [
      { id: 61, kind: 'parent', name: '欧阳小明', phone: '138****5678', party_size: 2, ticket: 'ABCD-2345' },
    ],
  }),
  answer(listStaffOpenDays, { items: [openDayRow], ...page }),
  answer(getStaffOpenDay, sampleOpenDay),
  answer(addStaffOpenDay, { ...sampleOpenDay, id: 32 }),
  answer(changeStaffOpenDay, { ...sampleOpenDay, notified: 12, seated: 0 }),
  answer(cancelStaffOpenDay, { ...sampleOpenDay, notified: 12, seated: 0 }),
  answer(reinstateStaffOpenDay, { ...sampleOpenDay, notified: 12, seated: 0 }),
  answer(listOpenDayWaiting, {
    items: [
      { position: 1, reference: '484Q03SY1V', name: '李**', phone: '139****0002', joined_at: at },
      { position: 2, reference: '484Q03SY1W', name: '陈**', phone: '139****0003', joined_at: at },
    ],
  }),
  answer(listOpenDayCalls, { items: [call] }),
  answer(revealOpenDayCalls, { items: [{ ...call, name: '王小明', phone: '13900000001' }] }),
  answer(removeFromWaitingList, { msg: '已移出' }),
  answer(recordOpenDayCall, { msg: '已记下' }),
]
