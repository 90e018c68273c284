import { and, count, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Database, Transaction } from '../connect.ts'
import { clue, code, staffMember, visitor } from '../schema/index.ts'

/**
 * HMACs of the client that requests or enters a code: its browser id, when it sends one, and its network, when the
 * edge knows an address.
 */
export type CodeClientHashes = { browserHash: string | undefined; addressHash: string | undefined }

/** A code's phone, purpose and client; phone and client as HMACs, never clear. */
export type CodeOwner = { phoneHash: string; purpose: string; client: CodeClientHashes }

/** Takes the advisory lock of sends until the transaction ends. */
export async function lockSends(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.sends})`)
}

/**
 * What of the sends is counted: those of staff logins or of visitors, to a phone, of a client, to phones that were known
 * or not. Those of a client include requests that were answered as if a code had been sent.
 */
export type SendsOf = {
  toStaff: boolean
  phoneHash?: string
  client?: CodeClientHashes
  toKnownPhone?: boolean
  acceptedOnly?: boolean
}

/** Time of the `nth` last send after `since`; undefined when there were fewer. */
export async function nthLastSend(
  tx: Transaction,
  of: SendsOf,
  nth: number,
  since: Date,
): Promise<Date | undefined> {
  const [row] = await tx
    .select({ at: code.createdAt })
    .from(code)
    .where(
      and(
        gt(code.createdAt, since),
        isToStaff(of.toStaff),
        of.phoneHash === undefined ? undefined : eq(code.phoneHash, of.phoneHash),
        of.client === undefined ? wasMade : isOf(of.client),
        of.toKnownPhone === undefined ? undefined : eq(code.toKnownPhone, of.toKnownPhone),
        of.acceptedOnly === true ? wasSent : undefined,
      ),
    )
    .orderBy(desc(code.createdAt))
    .offset(nth - 1)
    .limit(1)
  return row?.at
}

/** Condition: codes that were made, and not only answered with. */
const wasMade = ne(code.codeHash, '')

/** Condition: codes for logins of staff, or for visitors. */
function isToStaff(toStaff: boolean): SQL {
  return toStaff ? eq(code.purpose, 'staff') : ne(code.purpose, 'staff')
}

/** Condition: sends of a client, by its browser or by its network. */
function isOf({ browserHash, addressHash }: CodeClientHashes): SQL | undefined {
  return or(
    browserHash === undefined ? undefined : eq(code.browserHash, browserHash),
    addressHash === undefined ? undefined : eq(code.addressHash, addressHash),
  )
}

/** Number of visitors' codes since a time, to all phones and to unknown ones. */
export async function countSends(
  db: Database | Transaction,
  since: Date,
): Promise<{ all: number; newPhones: number }> {
  const [row] = await db
    .select({ all: count(), newPhones: sql<number>`count(*) filter (where not ${code.toKnownPhone})::int` })
    .from(code)
    .where(and(gt(code.createdAt, since), isToStaff(false), wasMade))
  return row ?? { all: 0, newPhones: 0 }
}

/** Whether a client has verified a phone by a code before, by its browser or from its network. */
export async function hasUsedCode(
  tx: Transaction,
  { phoneHash, client }: { phoneHash: string; client: CodeClientHashes },
): Promise<boolean> {
  const rows = await tx
    .select({ id: code.id })
    .from(code)
    .where(and(eq(code.phoneHash, phoneHash), isOf(client), isNotNull(code.usedAt)))
    .limit(1)
  return rows.length > 0
}

/** Whether a phone is that of an open member of the staff. */
export async function isPhoneOfMember(tx: Transaction, phoneHash: string): Promise<boolean> {
  const members = await tx
    .select({ id: staffMember.id })
    .from(staffMember)
    .where(and(eq(staffMember.phoneHash, phoneHash), isNull(staffMember.closedAt)))
    .limit(1)
  return members.length > 0
}

/**
 * Whether the site knows a phone: by an account, a member of the staff, or a request that was verified or answered by an
 * advisor. Anybody can send a request for a phone, so its age alone says nothing.
 */
export async function isKnownPhone(tx: Transaction, phoneHash: string): Promise<boolean> {
  const accounts = await tx
    .select({ id: visitor.id })
    .from(visitor)
    .where(and(eq(visitor.phoneHash, phoneHash), isNull(visitor.closedAt)))
    .limit(1)
  if (accounts.length > 0 || (await isPhoneOfMember(tx, phoneHash))) return true
  const requests = await tx
    .select({ id: clue.id })
    .from(clue)
    .where(and(eq(clue.phoneHash, phoneHash), or(isNotNull(clue.verifiedAt), isNotNull(clue.contactedAt))))
    .limit(1)
  return requests.length > 0
}

/**
 * Records a code that is about to be sent, and gives its id. The client's older codes of this phone and purpose are
 * invalid from now on.
 */
export async function insertCode(tx: Transaction, given: typeof code.$inferInsert): Promise<number> {
  const [row] = await tx.insert(code).values(given).returning({ id: code.id })
  if (row === undefined) throw new Error('the code was not stored')
  return row.id
}

/** Invalidates a code that was not sent; it still counts against the limits of the hour and the day. */
export async function withdrawCode(db: Database, id: number): Promise<void> {
  await db.update(code).set({ expiresAt: code.createdAt }).where(eq(code.id, id))
}

/** Codes that were not withdrawn. */
const wasSent = gt(code.expiresAt, code.createdAt)

/**
 * The client's last valid code: that of its browser; else one requested without a browser id, of its network or of an
 * unknown one.
 */
function lastCodeOf(db: Database | Transaction, { phoneHash, purpose, client }: CodeOwner, now: Date) {
  const { browserHash, addressHash } = client
  const isOwn = browserHash === undefined ? sql`false` : eq(code.browserHash, browserHash)
  const isOfNetwork = and(
    isNull(code.browserHash),
    or(isNull(code.addressHash), addressHash === undefined ? undefined : eq(code.addressHash, addressHash)),
  )
  return db
    .select({ id: code.id })
    .from(code)
    .where(
      and(
        eq(code.phoneHash, phoneHash),
        eq(code.purpose, purpose),
        wasSent,
        gt(code.expiresAt, now),
        or(isOwn, isOfNetwork),
      ),
    )
    .orderBy(sql`${code.browserHash} is not null desc`, desc(code.createdAt), desc(code.id))
    .limit(1)
}

/** Whether a client's last code is still valid. */
export async function hasLiveCode(
  tx: Transaction,
  owner: CodeOwner,
  { maxAttempts, now }: { maxAttempts: number; now: Date },
): Promise<boolean> {
  const rows = await tx
    .select({ id: code.id })
    .from(code)
    .where(and(eq(code.id, lastCodeOf(tx, owner, now)), isNull(code.usedAt), lt(code.tries, maxAttempts)))
  return rows.length > 0
}

/**
 * Compares with the last code of its client, and counts a wrong try, in one statement. Undefined when no code works
 * any more: none was sent, or it is used, too old, or tried `maxAttempts` times.
 */
export async function verifyLastCode(
  db: Database,
  owner: CodeOwner,
  given: { codeHash: string; maxAttempts: number; now: Date },
): Promise<{ id: number; right: boolean } | undefined> {
  const right = sql<boolean>`${code.codeHash} = ${given.codeHash}`
  const [row] = await db
    .update(code)
    .set({ tries: sql`${code.tries} + case when ${right} then 0 else 1 end` })
    .where(
      and(
        eq(code.id, lastCodeOf(db, owner, given.now)),
        isNull(code.usedAt),
        gt(code.expiresAt, given.now),
        lt(code.tries, given.maxAttempts),
      ),
    )
    .returning({ id: code.id, right })
  return row
}

/** Marks a code as used; false when it was already used or invalidated. */
export async function useCode(
  db: Database | Transaction,
  id: number,
  { maxAttempts, now }: { maxAttempts: number; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(code)
    .set({ usedAt: now })
    .where(and(eq(code.id, id), isNull(code.usedAt), gt(code.expiresAt, now), lt(code.tries, maxAttempts)))
    .returning({ id: code.id })
  return rows.length > 0
}
