import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import {
  aliasedTable,
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { clue, consent, leadEntry, openDay, school, staffMember, standingStates } from '../schema/index.ts'
import { waitingPosition } from '../leads/waiting-list.ts'
import { namedRecipient, promisedRecipient } from '../recipients.ts'
import { withHidden } from '../visible-rows.ts'
import { awaitsCall } from '../leads/contacted-leads.ts'
import { isUnassigned, mayAdvise, reachable, type LeadReach } from './lead-reach.ts'

/** Which leads; `assignee`: a member, or null for those that nobody looks after. */
export type LeadFilter = {
  state?: string | undefined
  cityCode?: string | undefined
  schoolId?: number | undefined
  assignee?: number | null | undefined
  from?: Date | undefined
  before?: Date | undefined
  reference?: string | undefined
  references?: readonly string[] | undefined
  /** Those with a reminder, `due`: one until `dueAt`; the earliest first. */
  next?: 'due' | 'set' | undefined
  dueAt?: Date | undefined
  sort: 'latest' | 'oldest'
}

/** Condition on a lead: its sender is to be called again, and may be. */
export const hasReminder = and(isNotNull(clue.nextContactAt), inArray(clue.state, standingStates))

const assignee = aliasedTable(staffMember, 'assignee')

const listed = {
  id: clue.id,
  reference: clue.reference,
  orderType: clue.orderType,
  state: clue.state,
  createdAt: clue.createdAt,
  verifiedAt: clue.verifiedAt,
  contactedAt: clue.contactedAt,
  nextContactAt: clue.nextContactAt,
  transferredAt: clue.transferredAt,
  closedAt: clue.closedAt,
  crmSentAt: clue.crmSentAt,
  cityCode: clue.cityCode,
  stage: clue.stage,
  grade: clue.grade,
  ...pick(clue, leadFieldNames),
  source: clue.source,
  removalReason: clue.removalReason,
  duplicateOf: clue.duplicateOf,
  nameCipher: clue.nameCipher,
  phoneCipher: clue.phoneCipher,
  phoneHash: clue.phoneHash,
  messageCipher: clue.messageCipher,
  assigneeId: clue.assigneeId,
  assigneeName: assignee.name,
  school: { id: school.id, name: school.name },
  openDay: { id: openDay.id, title: openDay.title, startsAt: openDay.startsAt },
  waitingPosition,
  recipient: namedRecipient,
  recipientKind: promisedRecipient,
}

/** A lead for staff; its texts and phone are still encrypted. */
export type ListedLead = Awaited<ReturnType<typeof selectListed>>[number]

function selectListed(db: Database, which: SQL | undefined) {
  return db
    .select(listed)
    .from(clue)
    .leftJoin(withHidden(school), eq(school.id, clue.schoolId))
    .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .leftJoin(assignee, eq(assignee.id, clue.assigneeId))
    .where(which)
    .$dynamic()
}

/** `received`: what awaits a call; `booked`: bookings of open days, about which nobody calls; `closed`: what staff closed. */
function stateCondition(state: string): SQL | undefined {
  if (state === 'received') return awaitsCall
  if (state === 'closed') return isNotNull(clue.closedAt)
  return state === 'booked'
    ? and(eq(clue.state, 'received'), eq(clue.orderType, 'openday'))
    : eq(clue.state, state)
}

/** One page of the leads within a member's reach. */
export async function findStaffLeads(
  db: Database,
  reach: LeadReach,
  filter: LeadFilter & { page: number; page_size: number },
): Promise<{ rows: ListedLead[]; total: number }> {
  const { state, cityCode, schoolId, assignee: member, from, before, reference, references } = filter
  const { next, dueAt, sort } = filter
  const which = and(
    reachable(db, reach),
    state === undefined ? undefined : stateCondition(state),
    cityCode === undefined ? undefined : eq(clue.cityCode, cityCode),
    schoolId === undefined ? undefined : eq(clue.schoolId, schoolId),
    member === undefined ? undefined : member === null ? isUnassigned(db) : eq(clue.assigneeId, member),
    from === undefined ? undefined : gte(clue.createdAt, from),
    before === undefined ? undefined : lt(clue.createdAt, before),
    reference === undefined ? undefined : eq(clue.reference, reference),
    references === undefined ? undefined : inArray(clue.reference, [...references]),
    next === undefined ? undefined : hasReminder,
    dueAt === undefined ? undefined : lte(clue.nextContactAt, dueAt),
  )
  const { limit, offset } = rowsOf(filter)
  const order = sort === 'oldest' ? asc : desc
  const rows = await selectListed(db, which)
    .orderBy(...(next === undefined ? [] : [asc(clue.nextContactAt)]), order(clue.createdAt), order(clue.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(clue, which) }
}

/** A lead within a member's reach, with its message and where it came from. */
export async function findStaffLead(
  db: Database,
  reach: LeadReach,
  reference: string,
): Promise<ListedLead | undefined> {
  const [row] = await selectListed(db, and(eq(clue.reference, reference), reachable(db, reach)))
  return row
}

/** The other leads of a phone that a member may see, latest first; at most 20. For advisors also those of others. */
export function findLeadsOfPhone(
  db: Database,
  { schoolId }: LeadReach,
  { phoneHash, except }: { phoneHash: string; except: number },
): PromiseLike<ListedLead[]> {
  const which = and(
    reachable(db, schoolId === undefined ? {} : { schoolId }),
    eq(clue.phoneHash, phoneHash),
    sql`${clue.id} <> ${except}`,
  )
  return selectListed(db, which).orderBy(desc(clue.createdAt), desc(clue.id)).limit(20)
}

/** Whom a search is for: a lead's reference, the blind index of a phone, or one of a part of name or phone. */
export type LeadSought = { reference: string } | { phoneHash: string } | { personHash: string }

/**
 * Leads within a member's reach that a search finds, latest first. By name and phone only those that the member may be shown in
 * full: they stand, and a school was given them.
 */
export function findSoughtLeads(
  db: Database,
  reach: LeadReach,
  sought: LeadSought,
  limit: number,
): PromiseLike<ListedLead[]> {
  const byPerson = and(
    inArray(clue.state, standingStates),
    reach.schoolId === undefined ? undefined : isNotNull(clue.transferredAt),
    'personHash' in sought ? arrayContains(clue.personHashes, [sought.personHash]) : undefined,
    'phoneHash' in sought ? eq(clue.phoneHash, sought.phoneHash) : undefined,
  )
  const which = 'reference' in sought ? eq(clue.reference, sought.reference) : byPerson
  return selectListed(db, and(reachable(db, reach), which))
    .orderBy(desc(clue.createdAt), desc(clue.id))
    .limit(limit)
}

/** Of these references those that are leads, in the order in which their phones are to be locked: two batches do not wait for each other. */
export async function inOrderOfLocks(tx: Transaction, references: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ reference: clue.reference })
    .from(clue)
    .where(inArray(clue.reference, [...references]))
    .orderBy(asc(clue.phoneHash), asc(clue.id))
  return rows.map(({ reference }) => reference)
}

/** An advisor's claim on whoever has a phone. */
export type Claim = { reference: string; staffId: number; name: string; until: Date }

/** Claims on these phones that have not expired, by the phone's blind index: the one that ends last. */
export async function findClaims(
  db: Database | Transaction,
  phoneHashes: readonly (string | null)[],
  now: Date,
): Promise<Map<string, Claim>> {
  const phones = [...new Set(phoneHashes.filter((hash) => hash !== null))]
  if (phones.length === 0) return new Map()
  const rows = await db
    .select({
      phoneHash: clue.phoneHash,
      reference: clue.reference,
      staffId: staffMember.id,
      name: staffMember.name,
      until: clue.claimedUntil,
    })
    .from(clue)
    .innerJoin(staffMember, eq(staffMember.id, clue.claimedBy))
    .where(and(inArray(clue.phoneHash, phones), gt(clue.claimedUntil, now)))
    .orderBy(asc(clue.claimedUntil), asc(clue.id))
  return new Map(
    rows.flatMap(({ phoneHash, until, ...row }): [string, Claim][] =>
      phoneHash === null || until === null ? [] : [[phoneHash, { ...row, until }]],
    ),
  )
}

/** How many leads each of these phones has, where it is more than one. */
export async function countLeadsOfPhones(
  db: Database,
  phoneHashes: readonly (string | null)[],
): Promise<Map<string, number>> {
  const phones = [...new Set(phoneHashes.filter((hash) => hash !== null))]
  if (phones.length === 0) return new Map()
  const rows = await db
    .select({ phoneHash: clue.phoneHash, leads: sql<number>`count(*)::int` })
    .from(clue)
    .where(and(inArray(clue.phoneHash, phones), isNull(clue.anonymisedAt)))
    .groupBy(clue.phoneHash)
  return new Map(
    rows.flatMap(({ phoneHash, leads }): [string, number][] =>
      phoneHash === null || leads < 2 ? [] : [[phoneHash, leads]],
    ),
  )
}

/** Consents of a lead in the order in which they were given, withdrawn ones too. */
export function findConsentsOfLead(db: Database, clueId: number) {
  return db
    .select({
      purpose: consent.purpose,
      recipient: consent.recipient,
      textVersion: consent.textVersion,
      givenAt: consent.givenAt,
      withdrawnAt: consent.withdrawnAt,
    })
    .from(consent)
    .where(eq(consent.clueId, clueId))
    .orderBy(asc(consent.id))
}

/** What was done about a lead, latest first; notes are still encrypted. */
export function findLeadEntries(db: Database, clueId: number) {
  return db.select().from(leadEntry).where(eq(leadEntry.clueId, clueId)).orderBy(desc(leadEntry.id))
}

/** Schools that leads within a member's reach are for, by name; at most 500. */
export function findSchoolsOfLeads(db: Database, reach: LeadReach) {
  return db
    .selectDistinct({ id: school.id, name: school.name })
    .from(clue)
    .innerJoin(withHidden(school), eq(school.id, clue.schoolId))
    .where(reachable(db, reach))
    .orderBy(asc(school.name), asc(school.id))
    .limit(500)
}

/** Members who may look after leads, and those who still do although they may not any more (`active` false), by name. */
export function findAdvisors(db: Database) {
  const assigned = db.select({ id: clue.assigneeId }).from(clue).where(isNotNull(clue.assigneeId))
  return db
    .select({ id: staffMember.id, name: staffMember.name, active: sql<boolean>`(${mayAdvise})` })
    .from(staffMember)
    .where(or(mayAdvise, inArray(staffMember.id, assigned)))
    .orderBy(asc(staffMember.name), asc(staffMember.id))
}

/** How many leads, still with their person, a member looks after. */
export function countLeadsOfMember(db: Database, id: number): Promise<number> {
  return db.$count(clue, and(eq(clue.assigneeId, id), isNull(clue.anonymisedAt)))
}

/** The name of a member who may look after leads; undefined for anybody else. */
export async function findAdvisor(tx: Database | Transaction, id: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: staffMember.name })
    .from(staffMember)
    .where(and(eq(staffMember.id, id), mayAdvise))
  return row?.name
}
