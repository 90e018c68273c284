import { refusalMessages } from '#server/contract/check-ins/check-in-rules.ts'
import {
  dayNumberOf,
  hasCode,
  isCodeText,
  readTicket,
  ticketIn,
} from '#server/contract/check-ins/ticket-text.ts'
import { timeOfDay } from '../device/clock.ts'
import type { CheckInResult, Guest } from '../contract-types.ts'
import { labelOf } from './find-guests.ts'

/** The outcome of one check-in as the screen shows it, by colour, text and icon. */
export type Outcome = {
  tone: 'good' | 'note' | 'bad'
  title: string
  /** Masked. */
  name?: string
  detail?: string
  /** Next step for the guest or staff. */
  advice?: string
  /** Id of the check-in, for its page. */
  id?: string
}

/** What a device knows without the server. */
export type DeviceKnowledge = {
  eventId: number
  kind: Guest['kind']
  guests: readonly Guest[]
  /** Guests checked in: time in ms by the guest's id. */
  arrivals: ReadonlyMap<number, number>
  now: number
}

/** A scanned or typed ticket: its guest, an outcome, or a ticket that only the server can check. */
export type TicketReading =
  | { kind: 'guest'; guest: Guest }
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'unlisted'; ticket: string }

/** Checks a ticket offline, in the order event, day, list. */
export function readScan(typed: string, { eventId, guests, now }: DeviceKnowledge): TicketReading {
  const text = ticketIn(typed)
  const ticket = readTicket(text)
  if (ticket === undefined && !isCodeText(text)) {
    return refusal(refusalMessages.invalid_ticket, '请再扫一次，或改用姓名、手机后四位查找。')
  }
  if (ticket !== undefined && ticket.eventId !== eventId) {
    return refusal(refusalMessages.wrong_event, '请核对预约的是哪场活动，去对应的签到处。')
  }
  if (ticket !== undefined && ticket.lastDay < dayNumberOf(new Date(now))) {
    return refusal('这个入场码已过有效期', '请核对活动日期，或请工作人员处理。')
  }
  const code = ticket?.code ?? text
  const guest = guests.find((each) => hasCode(each, code))
  return guest === undefined ? { kind: 'unlisted', ticket: text } : { kind: 'guest', guest }
}

function refusal(title: string, advice: string): TicketReading {
  return { kind: 'outcome', outcome: { tone: 'bad', title, advice } }
}

/** The outcome for a guest of the list without the server; undefined for one who may check in. */
export function localOutcome(guest: Guest, { kind, arrivals }: DeviceKnowledge): Outcome | undefined {
  const name = labelOf(guest)
  if (guest.revoked) {
    return { tone: 'bad', title: refusalMessages.revoked_ticket, name, advice: '请联系活动负责人。' }
  }
  if (guest.kind !== kind) {
    return {
      tone: 'bad',
      title: '请到另一个入口签到',
      name,
      advice:
        guest.kind === 'exhibitor'
          ? '这是参展方的入场码，请走参展方签到。'
          : '这是家长的入场码，请走家长签到。',
    }
  }
  const at = arrivals.get(guest.id) ?? guest.checked_in_at
  if (at === undefined) return undefined
  return alreadyCheckedIn(at, name, guest.checked_in_by)
}

function alreadyCheckedIn(at: number | string, name: string | undefined, by: string | undefined): Outcome {
  return {
    tone: 'note',
    title: `已签到 ${timeOfDay(at)}`,
    ...(name === undefined ? {} : { name }),
    detail: by === undefined ? '这位来宾之前已经签到，不需要再签。' : `之前已在“${by}”签到，不需要再签。`,
  }
}

/** The outcome of the server's result; undefined without one, or when it has to be sent again. */
export function serverOutcome(result: CheckInResult | undefined, label: string): Outcome | undefined {
  if (result === undefined || result.state === 'retry') return undefined
  const id = result.id === undefined ? {} : { id: result.id }
  if (result.state === 'refused') {
    const fields = Object.values(result.fields ?? {})
    const advice = '没有签到。请核对后再试，或请工作人员处理。'
    return { tone: 'bad', title: fields[0] ?? result.msg, name: label, advice }
  }
  if (result.state === 'duplicate' && result.first_at !== undefined) {
    return { ...alreadyCheckedIn(result.first_at, label, result.first_device), ...id }
  }
  return { tone: 'good', title: '签到成功', name: label, ...id }
}

/** The outcome of a check-in that is stored on the device and will be uploaded later. */
export function savedOutcome(label: string, isListed: boolean): Outcome {
  return isListed
    ? { tone: 'good', title: '签到成功', name: label, detail: '已保存在本机，联网后自动上传。' }
    : {
        tone: 'note',
        title: '已记录，待核对',
        name: label,
        detail: '名单里没有这位来宾，已保存在本机，联网后核对。',
      }
}

/** The outcome of a walk-in that is queued on this device already. */
export function repeatedWalkInOutcome(at: number, label: string): Outcome {
  return alreadyCheckedIn(at, label, undefined)
}

/** The outcome when the check-in could not be stored and the server did not respond in time. */
export function unconfirmedOutcome(reason: string): Outcome {
  return { ...notSavedOutcome(reason), title: '没有确认签到' }
}

/** The outcome of a scan that holds no ticket: a part was lost, or an input method changed it. */
export const unreadableOutcome: Outcome = {
  tone: 'bad',
  title: '没有读到入场码，还没有签到',
  detail: '扫码枪送来的内容不完整，或者被中文输入法改动了。',
  advice: '请把输入法切换到英文再扫一次，或改用姓名、手机后四位查找。',
}

/** The outcome when the check-in could neither be stored nor sent. */
export function notSavedOutcome(reason: string): Outcome {
  return {
    tone: 'bad',
    title: '没有签到',
    detail: reason,
    advice: '请把姓名和电话记在纸质名单上，再处理本机。',
  }
}
