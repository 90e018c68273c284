import { refusalWords } from '#server/contract/check-in-words.ts'
import { dayNumberOf, isTicketCode, normalTicket, readTicket } from '#server/contract/ticket-text.ts'
import { timeOfDay } from '../device/clock.ts'
import type { CheckInResult, Guest } from '../sync/api.ts'
import { labelOf } from './search.ts'

/** What the screen says of one check-in, by colour, word and sign. */
export type Verdict = {
  tone: 'good' | 'note' | 'bad'
  title: string
  /** Masked. */
  name?: string
  detail?: string
  /** What to do now. */
  advice?: string
  /** The check-in's own number, for its page. */
  id?: string
}

/** What a device knows by itself. */
export type Known = {
  eventId: number
  kind: Guest['kind']
  guests: readonly Guest[]
  /** Since when guests are in, by id, in ms. */
  arrivals: ReadonlyMap<number, number>
  now: number
}

/** What a scanned or typed ticket means here: its guest, a verdict at once, or a ticket that only the server can judge. */
export type TicketReading =
  | { kind: 'guest'; guest: Guest }
  | { kind: 'verdict'; verdict: Verdict }
  | { kind: 'unlisted'; ticket: string }

/** Reads a ticket by what lies on the device, in the order event, day, list. */
export function readScan(typed: string, { eventId, guests, now }: Known): TicketReading {
  const text = normalTicket(typed)
  const ticket = readTicket(text)
  if (ticket === undefined && !isTicketCode(text)) {
    return refusal(refusalWords.invalid_ticket, '请再扫一次，或改用姓名、手机后四位查找。')
  }
  if (ticket !== undefined && ticket.eventId !== eventId) {
    return refusal(refusalWords.wrong_event, '请核对票面上的活动名称，去对应的签到处。')
  }
  if (ticket !== undefined && ticket.lastDay < dayNumberOf(new Date(now))) {
    return refusal('这张票已过有效期', '请核对票面日期，或请工作人员处理。')
  }
  const code = ticket?.code ?? text
  const guest = guests.find((each) => each.code === code)
  return guest === undefined ? { kind: 'unlisted', ticket: text } : { kind: 'guest', guest }
}

function refusal(title: string, advice: string): TicketReading {
  return { kind: 'verdict', verdict: { tone: 'bad', title, advice } }
}

/** What a device says of a guest of its list by itself; undefined for one who may come in. */
export function ownVerdict(guest: Guest, { kind, arrivals }: Known): Verdict | undefined {
  const name = labelOf(guest)
  if (guest.revoked) {
    return { tone: 'bad', title: refusalWords.revoked_ticket, name, advice: '请联系活动负责人。' }
  }
  if (guest.kind !== kind) {
    return {
      tone: 'bad',
      title: '请到另一个入口签到',
      name,
      advice:
        guest.kind === 'exhibitor' ? '这是参展方的票，请走参展方签到。' : '这是家长的票，请走家长签到。',
    }
  }
  const at = arrivals.get(guest.id) ?? guest.checked_in_at
  if (at === undefined) return undefined
  return again(at, name, guest.checked_in_by)
}

function again(at: number | string, name: string | undefined, by: string | undefined): Verdict {
  return {
    tone: 'note',
    title: `已签到 ${timeOfDay(at)}`,
    ...(name === undefined ? {} : { name }),
    detail: by === undefined ? '这位来宾之前已经签到，不需要再签。' : `之前已在「${by}」签到，不需要再签。`,
  }
}

/** What the server said of a check-in; undefined when it said nothing yet. */
export function serverVerdict(result: CheckInResult | undefined, label: string): Verdict | undefined {
  if (result === undefined || result.state === 'retry') return undefined
  const id = result.id === undefined ? {} : { id: result.id }
  if (result.state === 'refused') {
    const fields = Object.values(result.fields ?? {})
    const advice = '没有签到。请核对后再试，或请工作人员处理。'
    return { tone: 'bad', title: fields[0] ?? result.msg, name: label, advice }
  }
  if (result.state === 'duplicate' && result.first_at !== undefined) {
    return { ...again(result.first_at, label, result.first_device), ...id }
  }
  return { tone: 'good', title: '签到成功', name: label, ...id }
}

/** What is said when a check-in lies safely on the device and the server will hear of it later. */
export function keptVerdict(label: string, isListed: boolean): Verdict {
  return isListed
    ? { tone: 'good', title: '签到成功', name: label, detail: '已保存在本机，联网后自动上传。' }
    : {
        tone: 'note',
        title: '已记录，待核对',
        name: label,
        detail: '名单里没有这位来宾，已保存在本机，联网后核对。',
      }
}

/** What is said of a walk-in who was noted on this device before. */
export function sameWalkInVerdict(at: number, label: string): Verdict {
  return again(at, label, undefined)
}

/** What is said when nothing could be kept and the server did not answer in time. */
export function unknownVerdict(reason: string): Verdict {
  return { ...lostVerdict(reason), title: '没有确认签到' }
}

/** What is said when nothing could be kept and nothing was sent. */
export function lostVerdict(reason: string): Verdict {
  return {
    tone: 'bad',
    title: '没有签到',
    detail: reason,
    advice: '请把姓名和电话记在纸质名单上，再处理本机。',
  }
}
