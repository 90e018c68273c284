import { forgetCheckIn } from '#server/db/accounts/forget-person.ts'
import { findOwnConsent, markWithdrawn } from '#server/db/accounts/consents.ts'
import { addCrmEvent, endCrmLeads } from '#server/db/leads/crm-events.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import {
  endRequest,
  findRequestForUpdate,
  findRequestOfPhone,
  type OwnRequest,
} from '#server/db/leads/requests.ts'
import type { SeatGiving } from '#server/db/leads/waiting-list.ts'
import { standingStates } from '#server/db/schema/index.ts'
import { redeemCode, type VerifyCode, type SubmittedCode } from '#server/services/accounts/verify-code.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { accessTokenOf, hashOfAccess } from './access-token.ts'

/**
 * The result of a cancellation or withdrawal: its state now, and for a request its access token; `late`: the open day
 * has begun; `unknown`: not the visitor's own.
 */
export type Ended =
  | { kind: 'ended'; state: string; access?: string }
  | { kind: 'late' }
  | { kind: 'unknown' }
  | WrongCode
  | TooMany

type WrongCode = { kind: 'wrong-code'; exhausted: boolean }
/** Too many wrong codes came from the client's networks; `retryAfter` in seconds. */
type TooMany = { kind: 'too-many'; retryAfter: number }
type Outcome = { ended: Ended; opensDay?: boolean }

/** Whether a request may be cancelled; a booking or a place on the waiting list until its open day begins. */
export function isCancellable(request: { state: string; startsAt: Date | null }, now: Date): boolean {
  const stands = standingStates.includes(request.state)
  return stands && (request.startsAt === null || request.startsAt > now)
}

/** Cancels a visitor's own request, once; its seat goes to the waiting list. */
export function cancelOwnRequest(
  database: DatabaseConnection,
  { visitorId, reference, ...giving }: { visitorId: number; reference: string } & SeatGiving,
): Promise<Ended> {
  return withContentAnnouncement(database, async (tx) =>
    cancel(tx, await findRequestForUpdate(tx, { visitorId, reference }), giving),
  )
}

/** Cancels a request of a phone verified by code. A code that found no such request is not redeemed. */
export async function cancelByPhone(
  needs: { database: DatabaseConnection; personal: PersonalData; verifyCode: VerifyCode },
  {
    reference,
    phone,
    code,
    client,
    ...giving
  }: { reference: string } & SeatGiving & Omit<SubmittedCode, 'purpose'>,
): Promise<Ended> {
  const { database, personal } = needs
  const { now } = giving
  const tried = await needs.verifyCode({ phone, purpose: 'clue', code, client, now })
  if (tried.state === 'limited') return { kind: 'too-many', retryAfter: tried.retryAfter }
  if (tried.state !== 'verified') return { kind: 'wrong-code', exhausted: tried.state === 'exhausted' }
  return withContentAnnouncement(database, async (tx) => {
    const request = await findRequestOfPhone(tx, personal.blindIndex('phone', phone), reference)
    if (request === undefined) return { ended: { kind: 'unknown' } }
    if (!(await redeemCode(tx, tried.code, now))) return { ended: { kind: 'wrong-code', exhausted: true } }
    const outcome = await cancel(tx, request, giving)
    if (outcome.ended.kind !== 'ended') return outcome
    return { ...outcome, ended: { ...outcome.ended, access: await accessTokenOf(tx, personal, request) } }
  })
}

/** Cancels the request of an access token. */
export function cancelByAccess(
  database: DatabaseConnection,
  { access, ...giving }: { access: string } & SeatGiving,
): Promise<Ended> {
  return withContentAnnouncement(database, async (tx) =>
    cancel(tx, await findRequestForUpdate(tx, { accessHash: hashOfAccess(access) }), giving),
  )
}

/**
 * Withdraws a visitor's own consent; without it nobody may be contacted, or a child's data used, for the request, and a
 * check-in has no person.
 */
export function withdrawOwnConsent(
  database: DatabaseConnection,
  { visitorId, id, ...giving }: { visitorId: number; id: number } & SeatGiving,
): Promise<Ended> {
  const { now } = giving
  return withContentAnnouncement(database, async (tx) => {
    const consent = await findOwnConsent(tx, visitorId, id)
    if (consent === undefined) return { ended: { kind: 'unknown' } }
    const { purpose, clueId, checkInId } = consent
    const needed = purpose === 'contact' || purpose === 'guardian'
    // Locks the request before its consents, as cancelling does, to avoid a deadlock.
    const opensDay = needed && clueId !== null && (await end(tx, clueId, 'withdrawn', giving))
    if (checkInId !== null) await forgetCheckIn(tx, checkInId, { visitorId, now })
    if (!needed && clueId !== null) {
      await addCrmEvent(tx, [clueId], { event: 'consent_withdrawn', purpose, at: now })
    }
    await markWithdrawn(tx, consent.id, now)
    return { ended: { kind: 'ended', state: 'withdrawn' }, opensDay }
  })
}

async function cancel(
  tx: Transaction,
  request: OwnRequest | undefined,
  giving: SeatGiving,
): Promise<Outcome> {
  if (request === undefined) return { ended: { kind: 'unknown' } }
  if (isCancellable(request, giving.now)) {
    const opensDay = await end(tx, request.id, 'cancelled', giving)
    return { ended: { kind: 'ended', state: 'cancelled' }, opensDay }
  }
  const over = request.state === 'cancelled' || request.state === 'withdrawn'
  return { ended: over ? { kind: 'ended', state: request.state } : { kind: 'late' } }
}

/** True when a full open day has a seat again. */
async function end(
  tx: Transaction,
  id: number,
  state: 'cancelled' | 'withdrawn',
  giving: SeatGiving,
): Promise<boolean> {
  const ended = await endRequest(tx, id, state, giving)
  if (ended !== undefined) await endCrmLeads(tx, [id], { event: state, at: giving.now })
  return ended?.opensDay === true
}

/** Runs a transaction, and announces new content when an open day became bookable again. */
async function withContentAnnouncement(
  database: DatabaseConnection,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Ended> {
  const { ended, version } = await database.db.transaction(async (tx) => {
    const outcome = await work(tx)
    return { ended: outcome.ended, version: outcome.opensDay ? await raiseContentVersion(tx) : undefined }
  })
  if (version !== undefined) await announceContent(database, version)
  return ended
}
