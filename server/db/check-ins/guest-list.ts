import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { checkIn, event, foldedCode, registration } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** A guest of a list as stored, name and phone encrypted. */
export type StoredGuest = typeof registration.$inferSelect

/** A guest to be put on a list. */
export type NewGuest = Omit<typeof registration.$inferInsert, 'id' | 'eventId' | 'version'>

/** Locks an event's row, which serializes changes of its list and check-ins until the transaction ends. */
export async function lockList(tx: Transaction, eventId: number): Promise<void> {
  await tx.select({ id: event.id }).from(withHidden(event)).where(eq(event.id, eventId)).for('update')
}

/**
 * Reserves `wanted` version numbers of an event's list and returns the first. Other changes of the list wait until the
 * transaction ends, so that devices never see a higher number before a lower one.
 */
async function takeVersions(tx: Transaction, eventId: number, wanted: number): Promise<number> {
  const [row] = await tx
    .update(withHidden(event))
    .set({ listVersion: sql`${event.listVersion} + ${wanted}` })
    .where(eq(event.id, eventId))
    .returning({ last: event.listVersion })
  if (row === undefined) throw new Error(`there is no event ${eventId}`)
  return row.last - wanted + 1
}

/** Marks guests as changed, in the order of their ids. */
export async function touchGuests(tx: Transaction, eventId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const first = await takeVersions(tx, eventId, ids.length)
  const places = sql`array_position(${sql.param(ids)}::int[], ${registration.id})`
  await tx
    .update(registration)
    .set({ version: sql`${first - 1} + ${places}` })
    .where(inArray(registration.id, [...ids]))
}

/** Puts guests on a list; those who are on it already, by their identity or booking, are left out. */
export async function insertGuests(
  tx: Transaction,
  eventId: number,
  guests: readonly NewGuest[],
): Promise<StoredGuest[]> {
  if (guests.length === 0) return []
  const first = await takeVersions(tx, eventId, guests.length)
  return tx
    .insert(registration)
    .values(guests.map((guest, at) => ({ ...guest, eventId, version: first + at })))
    .onConflictDoNothing()
    .returning()
}

/** Takes the identity of a guest off void registrations, so that the same person may be put on the list anew. */
export async function releaseIdentity(
  tx: Transaction,
  eventId: number,
  guest: Pick<NewGuest, 'kind' | 'identity'>,
): Promise<void> {
  await releaseIdentities(tx, eventId, [guest])
}

/** The same for several guests of one list. */
export async function releaseIdentities(
  tx: Transaction,
  eventId: number,
  guests: readonly Pick<NewGuest, 'kind' | 'identity'>[],
): Promise<void> {
  for (const kind of new Set(guests.map((guest) => guest.kind))) {
    const identities = guests.flatMap((guest) => (guest.kind === kind ? (guest.identity ?? []) : []))
    if (identities.length === 0) continue
    await tx
      .update(registration)
      .set({ identity: null })
      .where(
        and(
          eq(registration.eventId, eventId),
          eq(registration.kind, kind),
          inArray(registration.identity, identities),
          isNotNull(registration.revokedAt),
        ),
      )
  }
}

/** The guest of an event with a code, its ticket's or a printed one; else the guest of another with the ticket's code. */
export async function findGuestByCode(
  db: Database,
  eventId: number,
  code: string,
): Promise<StoredGuest | undefined> {
  const isPrinted = and(eq(registration.eventId, eventId), eq(foldedCode(registration.printed), code))
  const [row] = await db
    .select()
    .from(registration)
    .where(or(eq(registration.ticket, code), isPrinted))
    .orderBy(sql`${registration.eventId} <> ${eventId}`, sql`${registration.revokedAt} is not null`)
    .limit(1)
  return row
}

/** Takes printed codes off guests who were removed from a list, so that another guest may have them. */
export async function releasePrinted(tx: Transaction, eventId: number): Promise<void> {
  await tx
    .update(registration)
    .set({ printed: null })
    .where(
      and(
        eq(registration.eventId, eventId),
        isNotNull(registration.revokedAt),
        isNull(registration.nameCipher),
      ),
    )
}

/** The identities of an event's guests with a good ticket, walk-ins too. */
export async function findIdentities(
  db: Database,
  eventId: number,
): Promise<{ kind: string; identity: string | null }[]> {
  return db
    .select({ kind: registration.kind, identity: registration.identity })
    .from(registration)
    .where(and(eq(registration.eventId, eventId), isNull(registration.revokedAt)))
}

/** A guest by id. */
export async function findGuest(db: Database, id: number): Promise<StoredGuest | undefined> {
  const [row] = await db.select().from(registration).where(eq(registration.id, id))
  return row
}

/** The guest with an identity among those of an event and kind. */
export async function findGuestByIdentity(
  db: Database,
  { eventId, kind, identity }: { eventId: number; kind: string; identity: string },
): Promise<StoredGuest | undefined> {
  const [row] = await db
    .select()
    .from(registration)
    .where(
      and(
        eq(registration.eventId, eventId),
        eq(registration.kind, kind),
        eq(registration.identity, identity),
      ),
    )
  return row
}

/** Changes what is stored of a guest. */
export async function changeGuest(tx: Transaction, id: number, change: Partial<NewGuest>): Promise<void> {
  await tx.update(registration).set(change).where(eq(registration.id, id))
}

/** Deletes a guest's personal data and voids the ticket; the row stays, so that devices receive the change. */
export async function removeGuest(tx: Transaction, id: number, now: Date): Promise<void> {
  const nobody = { nameCipher: null, phoneCipher: null, phoneHash: null, tailHash: null, personHashes: null }
  await changeGuest(tx, id, {
    ...nobody,
    identity: null,
    organisation: null,
    booth: null,
    schoolId: null,
    revokedAt: now,
  })
}

/** How guests are looked up at the door. */
export type GuestIndex = { phoneHash: string } | { tailHash: string }

/** The guests of an event and kind with a mark, those whose ticket is good first, then the oldest. */
export async function findGuestsByIndex(
  db: Database,
  { eventId, kind }: { eventId: number; kind: string },
  blindIndex: GuestIndex,
): Promise<StoredGuest[]> {
  const marked =
    'phoneHash' in blindIndex
      ? eq(registration.phoneHash, blindIndex.phoneHash)
      : eq(registration.tailHash, blindIndex.tailHash)
  return db
    .select()
    .from(registration)
    .where(and(eq(registration.eventId, eventId), eq(registration.kind, kind), marked))
    .orderBy(sql`${registration.revokedAt} is not null`, asc(registration.id))
}

/** A guest with when and by which device the check-in was made. */
export type ListedGuest = {
  guest: StoredGuest
  checkedInAt: Date | null
  checkedInBy: string | null
}

/** The guests of an event that changed after a version, in the order of their changes; at most `limit`. */
export function findChangedGuests(
  db: Database,
  { eventId, since, limit }: { eventId: number; since: number; limit: number },
): Promise<ListedGuest[]> {
  return db
    .select({ guest: registration, checkedInAt: checkIn.at, checkedInBy: checkIn.device })
    .from(registration)
    .leftJoin(checkIn, eq(checkIn.registrationId, registration.id))
    .where(and(eq(registration.eventId, eventId), gt(registration.version, since)))
    .orderBy(asc(registration.version))
    .limit(limit)
}

/** The version of an event's list, and its numbers; walk-ins are no part of those who registered. */
export async function findListState(db: Database, eventId: number) {
  const [row] = await db
    .select({ version: event.listVersion })
    .from(withHidden(event))
    .where(eq(event.id, eventId))
  const [listed] = await db
    .select({
      total: count(),
      registered: sql<string>`count(*) filter (where ${registration.source} <> 'walk_in')`,
    })
    .from(registration)
    .where(and(eq(registration.eventId, eventId), isNull(registration.revokedAt)))
  const [arrived] = await db
    .select({
      all: count(),
      walkIns: sql<string>`count(*) filter (where ${registration.source} = 'walk_in')`,
    })
    .from(checkIn)
    .leftJoin(registration, eq(registration.id, checkIn.registrationId))
    .where(eq(checkIn.eventId, eventId))
  const walkIns = Number(arrived?.walkIns ?? 0)
  return {
    version: row?.version ?? 0,
    total: listed?.total ?? 0,
    registered: Number(listed?.registered ?? 0),
    checkedIn: (arrived?.all ?? 0) - walkIns,
    walkIns,
  }
}

/** Registrations of an event that operators made or that came by bookings, in the order of their ids. */
export function findRegistered(db: Database, eventId: number): Promise<StoredGuest[]> {
  return db
    .select()
    .from(registration)
    .where(and(eq(registration.eventId, eventId), ne(registration.source, 'walk_in')))
    .orderBy(asc(registration.id))
}
