import {
  checkInPhaseOf,
  uploadUntilAfterMs,
  type RefusalReason,
} from '#server/contract/check-ins/check-in-rules.ts'
import { findAttempt, isUndone, noteRefusal } from '#server/db/check-ins/check-ins.ts'
import { findAnyEvent, findEvent, type EventRow } from '#server/db/check-ins/events.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { answerOf } from './attempt-answer.ts'
import type { CheckedIn, CheckInItem, CheckInNeeds, CheckInSender } from './check-in-item.ts'
import { storeCheckIn } from './store-check-in.ts'

/**
 * Checks in one guest, idempotently: the same nonce and body always get the first answer. A refusal does not use up the
 * nonce, so that the input can be corrected.
 */
export async function checkInGuest(
  needs: CheckInNeeds,
  item: CheckInItem,
  sender: CheckInSender,
): Promise<CheckedIn> {
  const bodyHash = bodyIndex(needs.personal, item)
  const replayed = await replay(needs, item, bodyHash, sender)
  if (replayed !== undefined) return replayed

  const { db } = needs.database
  const { device } = sender
  const event = await (device === undefined ? findEvent : findAnyEvent)(db, item.event_id)
  if (event === undefined) return { state: 'refused', reason: 'unknown_event' }
  const closed = closedFor(event, sender)
  if (closed !== undefined) return refuse(needs, item, sender, { refused: closed })
  const stored = await storeCheckIn(needs, { item, event, bodyHash, sender })
  if (stored === 'nonce-taken')
    return (await replay(needs, item, bodyHash, sender)) ?? { state: 'retry', reason: 'not_now' }
  if ('refused' in stored) return refuse(needs, item, sender, stored)
  return answerOf(needs.personal, stored, device)
}

async function replay(
  { database, personal }: CheckInNeeds,
  item: CheckInItem,
  bodyHash: string,
  sender: CheckInSender,
): Promise<CheckedIn | undefined> {
  const first = await findAttempt(database.db, item.nonce)
  if (first === undefined) {
    return (await isUndone(database.db, item.nonce)) ? { state: 'refused', reason: 'undone' } : undefined
  }
  if (first.attempt.bodyHash !== bodyHash) return { state: 'refused', reason: 'nonce_taken' }
  return answerOf(personal, first, sender.device)
}

/** Paired devices may still upload after check-in has closed for others. */
function closedFor(event: EventRow, { device, now }: CheckInSender): RefusalReason | undefined {
  if (device !== undefined && device.eventId !== event.id) return 'other_event'
  const phase = checkInPhaseOf(event, now)
  if (phase === 'early') return 'event_not_open'
  if (phase === 'open') return undefined
  const late = now.getTime() >= event.endsAt.getTime() + uploadUntilAfterMs
  return device === undefined || late ? 'event_over' : undefined
}

async function refuse(
  { database }: CheckInNeeds,
  item: CheckInItem,
  { device, now }: CheckInSender,
  { refused: reason, fields }: { refused: RefusalReason; fields?: Record<string, string> },
): Promise<CheckedIn> {
  if (device !== undefined) {
    await noteRefusal(database.db, {
      eventId: device.eventId,
      deviceId: device.id,
      nonce: item.nonce,
      reason,
      at: item.at === undefined ? now : new Date(item.at),
      receivedAt: now,
    })
  }
  return { state: 'refused', reason, fields }
}

function bodyIndex(
  personal: PersonalData,
  { nonce: _key, consent_checkin = false, ...body }: CheckInItem,
): string {
  return personal.blindIndex('check-in-body', JSON.stringify({ ...body, consent_checkin }))
}
