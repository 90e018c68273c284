import { isTicketCode } from '#server/contract/ticket-text.ts'
import { isOnline } from '../device/line.ts'
import { freshNonce, seal } from '../device/seal.ts'
import { isFull, type Waiting } from '../store/database.ts'
import { addWaiting, dropRefusal, sameWalkIn, type Submitted, Unpaired } from '../store/queue.ts'
import type { CheckInResult, Guest } from '../sync/api.ts'
import type { Kiosk } from './kiosk.ts'
import { labelOf, maskedLabel } from './search.ts'
import {
  keptVerdict,
  type Known,
  lostVerdict,
  ownVerdict,
  readScan,
  sameWalkInVerdict,
  serverVerdict,
  unknownVerdict,
  type Verdict,
} from './verdict.ts'

/** How long a guest waits for the server's word before the device decides by itself, in ms. */
const patience = 3000

/** What the device knows now. */
export function knownTo(kiosk: Kiosk): Known {
  const { device, kind, list, arrivals, offset } = kiosk.get()
  return {
    eventId: device.event.id,
    kind,
    guests: list?.people ?? [],
    arrivals,
    now: Date.now() + offset,
  }
}

/** Checks a guest of the list in. */
export async function checkInGuest(kiosk: Kiosk, guest: Guest): Promise<Verdict> {
  const own = ownVerdict(guest, knownTo(kiosk))
  return own ?? submit(kiosk, { label: labelOf(guest) }, guest.id)
}

/** Checks in whoever a ticket stands for, by scan or by its typed code. */
export async function checkInTicket(kiosk: Kiosk, typed: string): Promise<Verdict> {
  const reading = readScan(typed, knownTo(kiosk))
  if (reading.kind === 'verdict') return reading.verdict
  if (reading.kind === 'guest') return checkInGuest(kiosk, reading.guest)
  const { ticket } = reading
  const { line, mode } = kiosk.get()
  if (isTicketCode(ticket) && !isOnline(line, mode)) {
    return {
      tone: 'bad',
      title: '名单里没有这个票码',
      advice: '请核对票码，或改用姓名、手机后四位查找，也可以现场登记。',
    }
  }
  return submit(kiosk, { label: `票码 ${ticket.slice(-4)}`, ticket })
}

/** What somebody who is not on the list typed. */
export type WalkIn = { name: string; phone: string; organisation?: string }

/** Checks in somebody who is not on the list, with the consent that was ticked; who waits already is not noted twice. */
export async function checkInWalkIn(kiosk: Kiosk, walkIn: WalkIn): Promise<Verdict> {
  const { database, key } = kiosk
  const { device, kind } = kiosk.get()
  const label = maskedLabel(walkIn.name, walkIn.phone)
  const before = await sameWalkIn(database, key, { eventId: device.event.id, kind, ...walkIn }).catch(
    () => undefined,
  )
  if (before !== undefined) return sameWalkInVerdict(before.at, label)
  return submit(kiosk, { ...walkIn, label, consent_checkin: true })
}

/** Onto the disk first, then to the server: what is on the disk is told as a success whatever the network does. */
async function submit(kiosk: Kiosk, submitted: Submitted, person?: number): Promise<Verdict> {
  const { device, kind, line, mode } = kiosk.get()
  const online = isOnline(line, mode)
  const facts = {
    nonce: freshNonce(),
    eventId: device.event.id,
    kind,
    at: Date.now(),
    ...(person === undefined ? {} : { person }),
  }
  let waiting: Waiting
  try {
    waiting = await addWaiting(kiosk.database, kiosk.key, facts, submitted)
  } catch (error) {
    return withoutStorage(kiosk, { facts, submitted, error, online })
  }
  // On the disk: from here on nothing may say that it is not.
  try {
    return await judgeStored(kiosk, waiting, { submitted, online })
  } catch {
    return keptVerdict(submitted.label, submitted.ticket === undefined)
  }
}

type Stored = { submitted: Submitted; online: boolean }

/** What is told of a check-in that is on the disk: the server's word, or that it will hear of it. */
async function judgeStored(kiosk: Kiosk, waiting: Waiting, { submitted, online }: Stored): Promise<Verdict> {
  const { label, ticket } = submitted
  kiosk.trouble('storage', undefined)
  await kiosk.refresh()
  const verdict = online ? serverVerdict(await soon(kiosk, waiting, patience), label) : undefined
  // The guest has read it: nothing for staff to see to.
  if (verdict?.tone === 'bad') await dropRefusal(kiosk.database, waiting.nonce).catch(() => undefined)
  if (online) await kiosk.refresh().catch(() => undefined)
  kiosk.uploader.nudge()
  return verdict ?? keptVerdict(label, ticket === undefined)
}

type Unstored = Stored & { facts: Omit<Waiting, 'about'>; error: unknown }

/** Asks the server at once for a check-in that the device could not keep. */
async function withoutStorage(kiosk: Kiosk, { facts, submitted, error, online }: Unstored): Promise<Verdict> {
  if (error instanceof Unpaired) return lostVerdict('本机已在另一个窗口解除配对，请重新打开本页。')
  const reason = isFull(error) ? '本机存储空间已满' : '本机无法保存'
  kiosk.trouble('storage', `${reason}：新的签到只能联网完成。请清理空间；已保存的签到都还在。`)
  if (!online) return lostVerdict(`${reason}，又没有网络，这一位没有保存。`)
  const waiting = { ...facts, about: await seal(kiosk.key, submitted) }
  const verdict = serverVerdict(await soon(kiosk, waiting, 3 * patience), submitted.label)
  return verdict ?? unknownVerdict(`${reason}，服务器也没有及时回应，不能确认是否已签到。`)
}

/** The server's result, or undefined when it does not come in time; it still counts when it comes later. */
function soon(kiosk: Kiosk, waiting: Waiting, ms: number): Promise<CheckInResult | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))
  return Promise.race([kiosk.uploader.deliver(waiting).catch(() => undefined), late])
}
