import { and, asc, desc, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { eventColumns } from './events.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { ownClue } from '../leads/requests.ts'
import { checkIn, clue, event, registration, seatedStates, visitor } from '../schema/index.ts'

/**
 * Whose tickets: of one booking, or of a visitor. The guest of a phone may have come by somebody else's booking, so that a
 * booking whose sender did not prove the phone has the ticket alone that it made itself.
 */
export type TicketOwner = { clueId: number; isVerified: boolean } | { visitorId: number }

/** Events of the open days that an owner booked. */
export async function findBookedEvents(db: Database, owner: TicketOwner): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: event.id })
    .from(withHidden(event))
    .innerJoin(clue, eq(clue.openDayId, event.openDayId))
    .where(bookedBy(owner))
  return rows.map(({ id }) => id)
}

/** The good tickets of an owner for events that end after a moment, soonest first; names encrypted. */
export function findTickets(db: Database, owner: TicketOwner, endsAfter: Date) {
  const booked =
    'clueId' in owner
      ? and(bookedBy(owner), owner.isVerified ? undefined : eq(registration.clueId, clue.id))
      : or(bookedBy(owner), eq(registration.phoneHash, phoneOf(owner.visitorId)))
  return db
    .selectDistinctOn([event.startsAt, registration.id], {
      event: eventColumns,
      code: registration.ticket,
      nameCipher: registration.nameCipher,
      partySize: registration.partySize,
      reference: clue.reference,
      checkedInAt: checkIn.at,
      checkInId: checkIn.id,
    })
    .from(registration)
    .innerJoin(event, eq(event.id, registration.eventId))
    .leftJoin(clue, and(eq(clue.openDayId, event.openDayId), eq(clue.phoneHash, registration.phoneHash)))
    .leftJoin(checkIn, eq(checkIn.registrationId, registration.id))
    .where(
      and(
        booked,
        eq(registration.kind, 'parent'),
        isNull(registration.revokedAt),
        gt(event.endsAt, endsAfter),
        visible(event),
      ),
    )
    .orderBy(
      asc(event.startsAt),
      asc(registration.id),
      // Of several requests of the phone the one that made the ticket, then the latest that stands.
      sql`${clue.id} is not distinct from ${registration.clueId} desc`,
      sql`coalesce(${stands}, false) desc`,
      desc(clue.id),
    )
}

const stands = inArray(clue.state, seatedStates)

function bookedBy(owner: TicketOwner): SQL | undefined {
  return and(stands, 'clueId' in owner ? eq(clue.id, owner.clueId) : ownClue(owner.visitorId))
}

function phoneOf(visitorId: number): SQL {
  return sql`(select ${visitor.phoneHash} from ${visitor} where ${visitor.id} = ${visitorId})`
}
