import { readTicket } from '#server/contract/check-ins/ticket-text.ts'
import { isOnline } from '../device/connection.ts'
import { newNonce, encryptJson } from '../device/encryption.ts'
import { isQuotaExceeded, type QueuedCheckIn } from '../store/database.ts'
import {
  enqueue,
  dismissRefusal,
  findQueuedWalkIn,
  type CheckInDetails,
  UnpairedError,
} from '../store/queue.ts'
import type { CheckInResult, Guest } from '../contract-types.ts'
import type { KioskController } from './kiosk-controller.ts'
import { labelOf, maskedLabel } from './find-guests.ts'
import {
  savedOutcome,
  type DeviceKnowledge,
  notSavedOutcome,
  localOutcome,
  readScan,
  repeatedWalkInOutcome,
  serverOutcome,
  unconfirmedOutcome,
  type Outcome,
} from './outcome.ts'

/** Time to wait for the server's result before the device decides by itself, in ms. */
const serverWaitMs = 3000

/** What this device knows about guests and arrivals now. */
function deviceKnowledge(kiosk: KioskController): DeviceKnowledge {
  const { device, kind, list, arrivals, offset } = kiosk.get()
  return {
    eventId: device.event.id,
    kind,
    guests: list?.people ?? [],
    arrivals,
    now: Date.now() + offset,
  }
}

/** Checks in a guest of the list. */
export async function checkInGuest(kiosk: KioskController, guest: Guest): Promise<Outcome> {
  const own = localOutcome(guest, deviceKnowledge(kiosk))
  return own ?? submit(kiosk, { label: labelOf(guest) }, guest.id)
}

/** Checks in the guest of a scanned ticket or a typed ticket code. */
export async function checkInTicket(kiosk: KioskController, typed: string): Promise<Outcome> {
  const reading = readScan(typed, deviceKnowledge(kiosk))
  if (reading.kind === 'outcome') return reading.outcome
  if (reading.kind === 'guest') return checkInGuest(kiosk, reading.guest)
  const { ticket } = reading
  const { connection, mode } = kiosk.get()
  if (readTicket(ticket) === undefined && !isOnline(connection, mode)) {
    return {
      tone: 'bad',
      title: '名单里没有这个入场码',
      advice: '请核对入场码，或改用姓名、手机后四位查找，也可以现场登记。',
    }
  }
  return submit(kiosk, { label: `入场码 ${ticket.slice(-4)}`, ticket })
}

/** Input of a guest who is not on the list. */
export type WalkIn = { name: string; phone: string; organisation?: string }

/** Checks in a guest who is not on the list and gave consent; one who is queued already is not queued twice. */
export async function checkInWalkIn(kiosk: KioskController, walkIn: WalkIn): Promise<Outcome> {
  const { database, key } = kiosk
  const { device, kind } = kiosk.get()
  const label = maskedLabel(walkIn.name, walkIn.phone)
  const before = await findQueuedWalkIn(database, key, { eventId: device.event.id, kind, ...walkIn }).catch(
    () => undefined,
  )
  if (before !== undefined) return repeatedWalkInOutcome(before.at, label)
  return submit(kiosk, { ...walkIn, label, consent_checkin: true })
}

/** Queues a check-in on the disk, then sends it: a queued check-in is a success whatever the network does. */
async function submit(kiosk: KioskController, details: CheckInDetails, person?: number): Promise<Outcome> {
  const { device, kind, connection, mode } = kiosk.get()
  const online = isOnline(connection, mode)
  const facts = {
    nonce: newNonce(),
    eventId: device.event.id,
    kind,
    at: Date.now(),
    ...(person === undefined ? {} : { person }),
  }
  let waiting: QueuedCheckIn
  try {
    waiting = await enqueue(kiosk.database, kiosk.key, facts, details)
  } catch (error) {
    return submitUnstored(kiosk, { facts, details, error, online })
  }
  // On the disk: from here on no error may be reported as a failed check-in.
  try {
    return await outcomeOfStored(kiosk, waiting, { details, online })
  } catch {
    return savedOutcome(details.label, details.ticket === undefined)
  }
}

type Stored = { details: CheckInDetails; online: boolean }

/** The outcome of a queued check-in: the server's result, or that it will be uploaded. */
async function outcomeOfStored(
  kiosk: KioskController,
  waiting: QueuedCheckIn,
  { details, online }: Stored,
): Promise<Outcome> {
  const { label, ticket } = details
  kiosk.setProblem('storage', undefined)
  await kiosk.refresh()
  const outcome = online ? serverOutcome(await sendWithin(kiosk, waiting, serverWaitMs), label) : undefined
  // The guest reads the refusal now, so staff need not review it.
  if (outcome?.tone === 'bad') await dismissRefusal(kiosk.database, waiting.nonce).catch(() => undefined)
  if (online) await kiosk.refresh().catch(() => undefined)
  kiosk.uploader.resume()
  return outcome ?? savedOutcome(label, ticket === undefined)
}

type Unstored = Stored & { facts: Omit<QueuedCheckIn, 'about'>; error: unknown }

/** Sends a check-in that the device could not store, and waits longer for the result. */
async function submitUnstored(
  kiosk: KioskController,
  { facts, details, error, online }: Unstored,
): Promise<Outcome> {
  if (error instanceof UnpairedError) return notSavedOutcome('本机已在另一个窗口解除配对，请重新打开本页。')
  const reason = isQuotaExceeded(error) ? '本机存储空间已满' : '本机无法保存'
  kiosk.setProblem('storage', `${reason}：新的签到只能联网完成。请清理空间；已保存的签到都还在。`)
  if (!online) return notSavedOutcome(`${reason}，又没有网络，这一位没有保存。`)
  const waiting = { ...facts, about: await encryptJson(kiosk.key, details) }
  const outcome = serverOutcome(await sendWithin(kiosk, waiting, 3 * serverWaitMs), details.label)
  return outcome ?? unconfirmedOutcome(`${reason}，服务器也没有及时回应，不能确认是否已签到。`)
}

/** The server's result, or undefined after the time limit; a later result still counts. */
function sendWithin(
  kiosk: KioskController,
  waiting: QueuedCheckIn,
  ms: number,
): Promise<CheckInResult | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))
  return Promise.race([kiosk.uploader.sendNow(waiting).catch(() => undefined), late])
}
