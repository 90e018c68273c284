import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { clue, leadEntry, staffMember, standingStates } from '../schema/index.ts'
import { awaitsCall } from '../leads/contacted-leads.ts'
import { mayAdvise, reachable, type LeadReach } from './lead-reach.ts'
import { hasReminder } from './leads.ts'

/** Who asks for the next lead, and when. */
export type QueueAsker = { reach: LeadReach; staffId: number; now: Date }

const other = aliasedTable(clue, 'other')

/** Condition on `clue`: its sender is to be called again by now. */
function isDue(now: Date): SQL | undefined {
  return and(hasReminder, lte(clue.nextContactAt, now))
}

/**
 * Condition on `clue`: nobody has called about it or planned to, nor given it to its school, and it is no booking, about which
 * nobody calls; and its sender is not to be called for another lead by somebody else or at a planned time.
 */
function isFresh(db: Database | Transaction, { staffId, now }: QueueAsker): SQL | undefined {
  const tried = db
    .select({ one: sql`1` })
    .from(leadEntry)
    .where(and(eq(leadEntry.clueId, clue.id), inArray(leadEntry.kind, ['attempted', 'contacted'])))
  const advisor = db
    .select({ one: sql`1` })
    .from(staffMember)
    .where(and(eq(staffMember.id, other.assigneeId), mayAdvise, ne(staffMember.id, staffId)))
  const elsewhere = db
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.phoneHash, clue.phoneHash),
        ne(other.id, clue.id),
        inArray(other.state, standingStates),
        or(gt(other.nextContactAt, now), sql`exists ${advisor}`),
      ),
    )
  return and(
    awaitsCall,
    isNull(clue.nextContactAt),
    isNull(clue.transferredAt),
    notExists(tried),
    notExists(elsewhere),
  )
}

/** Condition on `clue`: no other member is about to call its phone. */
function isFree(db: Database | Transaction, { staffId, now }: QueueAsker): SQL {
  const held = db
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(eq(other.phoneHash, clue.phoneHash), gt(other.claimedUntil, now), ne(other.claimedBy, staffId)),
    )
  return notExists(held)
}

function isQueued(db: Database | Transaction, asker: QueueAsker): SQL | undefined {
  return and(reachable(db, asker.reach), or(isDue(asker.now), isFresh(db, asker)), isFree(db, asker))
}

/** References of the leads that come next for a member: calls that are due, the earliest first, then new leads, the oldest first. */
export async function findQueuedLeads(
  db: Database,
  asker: QueueAsker,
  { limit, except }: { limit: number; except: string | undefined },
): Promise<string[]> {
  const due = sql`(${isDue(asker.now)})`
  const rows = await db
    .select({ reference: clue.reference })
    .from(clue)
    .where(and(isQueued(db, asker), except === undefined ? undefined : ne(clue.reference, except)))
    .orderBy(
      desc(due),
      asc(sql`case when ${due} then ${clue.nextContactAt} else ${clue.createdAt} end`),
      asc(clue.id),
    )
    .limit(limit)
  return rows.map(({ reference }) => reference)
}

/** Whether a lead is one that comes next for a member. */
export async function isLeadQueued(tx: Transaction, id: number, asker: QueueAsker): Promise<boolean> {
  return (await tx.$count(clue, and(eq(clue.id, id), isQueued(tx, asker)))) > 0
}

/** How many calls are due, and how many new leads wait, for a member. */
export async function countQueue(db: Database, asker: QueueAsker): Promise<{ due: number; fresh: number }> {
  const due = sql`(${isDue(asker.now)})`
  const [row] = await db
    .select({ all: count(), due: sql<number>`count(*) filter (where ${due})`.mapWith(Number) })
    .from(clue)
    .where(isQueued(db, asker))
  const { all, due: called } = row ?? { all: 0, due: 0 }
  return { due: called, fresh: all - called }
}

/** The lead that a member is about to call: the one claimed last whose claim runs; undefined without one. */
export async function findHeldLead(
  db: Database | Transaction,
  { reach, staffId, now }: QueueAsker,
): Promise<string | undefined> {
  const [row] = await db
    .select({ reference: clue.reference })
    .from(clue)
    .where(
      and(
        reachable(db, reach),
        eq(clue.claimedBy, staffId),
        gt(clue.claimedUntil, now),
        inArray(clue.state, standingStates),
      ),
    )
    .orderBy(desc(clue.claimedUntil), desc(clue.id))
    .limit(1)
  return row?.reference
}

/** Ends the claims of a member, but on one lead. */
export async function endOtherClaims(tx: Transaction, staffId: number, except: number): Promise<void> {
  await tx
    .update(clue)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(eq(clue.claimedBy, staffId), ne(clue.id, except)))
}
