import { z } from 'zod'
import { checkInKinds, guestSources } from '../check-ins/check-in-rules.ts'
import { id, listFields, listOf, moment, guestPhone, personName } from '../fields.ts'
import { printedCode } from '../check-ins/ticket-text.ts'
import { isPlainLine } from '../person-name.ts'
import { unlessEmpty } from './empty-field.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { assignedColumns, rowProblems, understoodFiles, uploadedFile } from './uploaded-file.ts'

/** A guest of an event's list, name and phone masked. */
export const guestItem = z.object({
  id: z.int(),
  kind: z.enum(checkInKinds),
  source: z.enum(guestSources.map(({ slug }) => slug)),
  /** The ticket's code of 8 characters. */
  ticket: z.string(),
  /** The code of another ticket system that a list brought. */
  printed: z.string().optional(),
  /** Masked; absent for a guest who was removed from the list, or whose data was deleted. */
  name: z.string().optional(),
  phone: z.string().optional(),
  party_size: z.int(),
  organisation: z.string().optional(),
  booth: z.string().optional(),
  /** The ticket is void. */
  revoked: z.boolean(),
  checked_in_at: moment.optional(),
  checked_in_by: z.string().optional(),
})

/** Guests of the list by state: expected, checked in, or with a void ticket. */
export const guestStates = ['expected', 'arrived', 'void'] as const

/** The guests of an event, latest additions first. */
export const listStaffGuests = staffEndpoint({
  method: 'GET',
  path: '/api/staff/events/{id}/guests',
  summary: '活动来宾名单',
  right: 'events.write',
  input: z.object({
    id,
    kind: z.enum(checkInKinds, '类型不正确').optional(),
    state: z.enum(guestStates, '状态不正确').optional(),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(guestItem),
})

/**
 * Guests that match a part of the name, the last four digits of the phone or a ticket code, at most 50. A POST, so that
 * names stand in no address.
 */
export const findStaffGuests = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events/{id}/guests/find',
  summary: '查找来宾',
  right: 'events.write',
  input: z.object({
    id,
    text: z.string('请填写要找的内容').trim().min(1, '请填写要找的内容').max(60, '最多 60 个字'),
  }),
  data: z.object({ items: z.array(guestItem), more: z.boolean() }),
})

const guestDetail = guestItem.extend({
  event: z.object({ id: z.int(), title: z.string() }),
  /** Raised by every change, check-ins included; a correction states the one that it was made from. */
  version: z.int(),
  /** Whether the booking that put the guest on the list was cancelled, or its consent withdrawn. */
  booking_over: z.boolean(),
  /** Address of the ticket's QR code; absent for a void one. */
  qr: z.string().optional(),
  /** Check-ins that were undone, latest first. */
  undone: z.array(z.object({ at: moment, undone_at: moment, by: z.string() })),
})

/** One guest. */
export const getStaffGuest = staffEndpoint({
  method: 'GET',
  path: '/api/staff/guests/{id}',
  summary: '一位来宾',
  right: 'events.write',
  input: z.object({ id }),
  data: guestDetail,
})

/** A guest's full name and phone. Each call is a row of the access log. 1409 for one whose booking is over. */
export const revealStaffGuest = staffEndpoint({
  method: 'POST',
  path: '/api/staff/guests/{id}/reveal',
  summary: '显示来宾的姓名和电话',
  right: 'events.write',
  input: z.object({ id }),
  data: z.object({ name: z.string(), phone: z.string().optional() }),
})

const shortText = (most: number) =>
  z.string().trim().max(most, `最多 ${most} 个字`).refine(isPlainLine, '含有换行或看不见的字符，请重新填写')

/** A code of another ticket system. */
export const ownCode = z.string('入场码不正确').transform((typed, context) => {
  const code = printedCode(typed)
  if (code === undefined) context.addIssue('应为 5 到 40 位字母或数字，中间可以有 -')
  return code
})

/**
 * Corrects a guest and the guest's check-in; the ticket stays good. Omitted and empty fields stay. 1409 with the guest in
 * `data.current` when `version` is an older one, 1001 with `fields.name` when another guest of the list has this phone
 * and name, or `fields.printed` when one has this code, 1404 for one who was removed.
 */
export const correctStaffGuest = staffEndpoint({
  method: 'POST',
  path: '/api/staff/guests/{id}',
  summary: '更正来宾',
  right: 'events.write',
  input: z.object({
    id,
    version: z.coerce.number('版本不正确').int('版本不正确').min(0, '版本不正确'),
    name: unlessEmpty(personName),
    phone: unlessEmpty(guestPhone),
    party_size: unlessEmpty(
      z.coerce
        .number('应为 1 到 20 的整数')
        .int('应为 1 到 20 的整数')
        .min(1, '应为 1 到 20 的整数')
        .max(20, '应为 1 到 20 的整数'),
    ),
    organisation: unlessEmpty(shortText(60)),
    booth: unlessEmpty(shortText(20)),
    /** The code of the guest's own ticket, of another system. */
    printed: unlessEmpty(ownCode),
  }),
  data: guestDetail,
})

/** Undoes a guest's check-in: the guest is expected again. 1409 for one who is not in. */
export const undoStaffCheckIn = staffEndpoint({
  method: 'POST',
  path: '/api/staff/guests/{id}/undo',
  summary: '撤销来宾的签到',
  right: 'events.write',
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})

/** Takes a guest off the list: the ticket is void, name and phone are deleted. 1409 for one who is in. */
export const removeStaffGuest = staffEndpoint({
  method: 'POST',
  path: '/api/staff/guests/{id}/remove',
  summary: '移出来宾名单',
  right: 'events.write',
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})

/** Size of a guest list that is uploaded or pasted, in bytes. */
export const maxGuestListBytes = 512 * 1024

/** The columns of guest lists with their headers. */
export const guestListColumns = {
  name: '姓名',
  phone: '电话',
  kind: '类型',
  party_size: '人数',
  ticket: '入场码',
  organisation: '单位',
  booth: '展位',
  school: '学校',
  school_key: '学校编号',
  school_city: '学校所在城市',
} as const

const guestCounts = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() })
const expectedCount = z.coerce.number('数目不正确').int('数目不正确').min(0, '数目不正确').optional()

/**
 * Imports a guest list as `npm run kiosk -- import` does. Refused rows are left out where `partly` says so, else nothing is
 * stored; a dry run counts what the others come to. Without the counts it is a dry run: nothing is
 * stored. With those of a dry run the list is stored when it comes to the same; otherwise `stored` is false and the result
 * is that of now.
 */
export const importStaffGuests = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events/{id}/guests',
  summary: '导入来宾名单',
  right: 'events.write',
  input: z.object({
    id,
    kind: z.enum(checkInKinds, '请选择家长或参展方').default('parent'),
    file: uploadedFile(maxGuestListBytes, `名单最大 ${maxGuestListBytes / 1024} KB，请分成几个文件`),
    columns: assignedColumns,
    partly: z.literal('yes', '无法识别').optional(),
    added: expectedCount,
    changed: expectedCount,
    unchanged: expectedCount,
  }),
  data: guestCounts.extend({
    stored: z.boolean(),
    ...rowProblems,
    ...understoodFiles,
  }),
})

/** The guest list to print, with full names: each call is a row of the access log. */
export const readPaperList = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events/{id}/paper',
  summary: '纸质签到名单',
  right: 'events.write',
  freshFactor: true,
  input: z.object({ id }),
  data: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(checkInKinds),
        name: z.string(),
        /** Masked. */
        phone: z.string(),
        /** With the booth. */
        organisation: z.string().optional(),
        party_size: z.int(),
        ticket: z.string(),
        checked_in_at: moment.optional(),
      }),
    ),
  }),
})
