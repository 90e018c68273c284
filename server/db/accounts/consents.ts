import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { listConsents } from '#server/contract/accounts/account.ts'
import { consentPurposes, type ConsentPurpose } from '#server/contract/leads/consents.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { Database, Transaction } from '../connect.ts'
import { listPage, rowsOf } from '../list-page.ts'
import { ownClue } from '../leads/requests.ts'
import { checkIn, clue, consent, visitor } from '../schema/index.ts'

/** Stores consents in the transaction of what they belong to. */
export async function insertConsents(
  tx: Transaction,
  given: readonly (typeof consent.$inferInsert)[],
): Promise<void> {
  await tx.insert(consent).values([...given])
}

const purposes = new Map<string, ConsentPurpose>(consentPurposes.map((purpose) => [purpose, purpose]))

function purposeOf(stored: string): ConsentPurpose {
  const found = purposes.get(stored)
  if (found === undefined) throw new Error(`not a purpose of consent: ${stored}`)
  return found
}

/** Given by the visitor's account, with a request of its own, or at a check-in with the account's phone. */
function ownConsent(visitorId: number): SQL | undefined {
  const ownCheckIn = sql`exists (select from ${checkIn} arrived join ${visitor} own on own.phone_hash = arrived.phone_hash
    where arrived.id = ${consent.checkInId} and own.id = ${visitorId})`
  return or(eq(consent.visitorId, visitorId), ownClue(visitorId), ownCheckIn)
}

/** A visitor's own consents, withdrawn ones too, the latest first. */
export async function findConsents(
  db: Database,
  visitorId: number,
  input: ParsedInputOf<typeof listConsents>,
): Promise<DataOf<typeof listConsents>> {
  const { limit, offset } = rowsOf(input)
  const own = ownConsent(visitorId)
  const [rows, counted] = await Promise.all([
    db
      .select({ row: consent, reference: clue.reference, transferredAt: clue.transferredAt })
      .from(consent)
      .leftJoin(clue, eq(clue.id, consent.clueId))
      .where(own)
      .orderBy(desc(consent.givenAt), desc(consent.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(consent)
      .leftJoin(clue, eq(clue.id, consent.clueId))
      .where(own),
  ])
  const items = rows.map(({ row, reference, transferredAt }) => ({
    id: row.id,
    purpose: purposeOf(row.purpose),
    recipient: row.recipient,
    text: row.body,
    text_version: row.textVersion,
    given_at: row.givenAt.toISOString(),
    withdrawn_at: row.withdrawnAt?.toISOString(),
    reference: reference ?? undefined,
    transferred_at: transferredAt?.toISOString(),
  }))
  return listPage(input, items, counted[0]?.total ?? 0)
}

/** A consent as far as withdrawing it goes. */
export type OwnConsent = {
  id: number
  purpose: ConsentPurpose
  clueId: number | null
  checkInId: string | null
}

/** One of a visitor's own consents; undefined for an unknown one and for anybody else's. */
export async function findOwnConsent(
  tx: Transaction,
  visitorId: number,
  id: number,
): Promise<OwnConsent | undefined> {
  const [row] = await tx
    .select({
      id: consent.id,
      purpose: consent.purpose,
      clueId: consent.clueId,
      checkInId: consent.checkInId,
    })
    .from(consent)
    .leftJoin(clue, eq(clue.id, consent.clueId))
    .where(and(eq(consent.id, id), ownConsent(visitorId)))
  return row && { ...row, purpose: purposeOf(row.purpose) }
}

/** Records when a consent was withdrawn; the first time counts. */
export async function markWithdrawn(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx
    .update(consent)
    .set({ withdrawnAt: now })
    .where(and(eq(consent.id, id), isNull(consent.withdrawnAt)))
}
