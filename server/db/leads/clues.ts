import { and, desc, eq, gt, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { leadFieldNames, type LeadFieldName } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import type { CityCode } from '#server/contract/cities.ts'
import type { RecipientKind } from '#server/contract/leads/recipient.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database, Transaction } from '../connect.ts'
import { recipientOf } from '../recipients.ts'
import { ofVisibleSchool, visible, withHidden } from '../visible-rows.ts'
import { clue, consent, idempotencyKey, openDay, school, standingStates } from '../schema/index.ts'

/** A lead as its sender is answered. */
export type StoredClue = {
  id: number
  reference: string
  state: string
  accessCipher: string | null
}

/** A lead to be stored; name, phone and message already encrypted. */
export type NewClue = Omit<typeof clue.$inferInsert, 'id' | 'bookedFor' | 'bookedPlace'>

/** What distinguishes two leads of one phone: subject and receiver. */
export type ClueTarget = {
  phoneHash: string
  orderType: string
  cityCode: string
  schoolId: number | undefined
  openDayId: number | undefined
}

/** A school that a lead goes to. */
export type SchoolTarget = {
  id: number
  name: string
  cityCode: CityCode
  recipient: RecipientKind | undefined
}

const answered = {
  id: clue.id,
  reference: clue.reference,
  state: clue.state,
  accessCipher: clue.accessCipher,
}

/** Takes the advisory lock of a phone's leads until the transaction ends. */
export async function lockPhone(tx: Transaction, phoneHash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${phoneHash}, 0))`)
}

/** The lead that was stored under an idempotency key, with the hash of its body. */
export async function findClueByKey(
  tx: Transaction,
  keyHash: string,
): Promise<(StoredClue & { bodyHash: string }) | undefined> {
  const [row] = await tx
    .select({ ...answered, bodyHash: idempotencyKey.bodyHash })
    .from(idempotencyKey)
    .innerJoin(clue, eq(clue.id, idempotencyKey.clueId))
    .where(eq(idempotencyKey.keyHash, keyHash))
  return row
}

/** Records that a form was sent with a key and became this lead; false when the key stands for another form already. */
export async function rememberKey(
  tx: Transaction,
  given: Pick<typeof idempotencyKey.$inferInsert, 'keyHash' | 'bodyHash' | 'clueId' | 'createdAt'>,
): Promise<boolean> {
  const { rowCount } = await tx.insert(idempotencyKey).values(given).onConflictDoNothing()
  return rowCount === 1
}

/** A lead of the same phone for the same thing that is still active: what it said, name and message still encrypted. */
export type SameClue = StoredClue & {
  isVerified: boolean
  createdAt: Date
  nameCipher: string | null
  messageCipher: string | null
  stage: string | null
  grade: string | null
  consents: string[]
} & Pick<typeof clue.$inferSelect, LeadFieldName>

/** The latest leads of the same phone for the same thing that are still active and not closed, the latest first; at most 50. */
export function findSameClues(tx: Transaction, target: ClueTarget): Promise<SameClue[]> {
  return tx
    .select({
      ...answered,
      isVerified: sql<boolean>`${clue.verifiedAt} is not null`,
      createdAt: clue.createdAt,
      nameCipher: clue.nameCipher,
      messageCipher: clue.messageCipher,
      stage: clue.stage,
      grade: clue.grade,
      ...pick(clue, leadFieldNames),
      // The table is named: of a select without joins Drizzle writes its columns alone.
      consents: sql<string[]>`array(select c.purpose from ${consent} c where c.clue_id = "clue"."id")`,
    })
    .from(clue)
    .where(
      and(
        eq(clue.phoneHash, target.phoneHash),
        eq(clue.orderType, target.orderType),
        eq(clue.cityCode, target.cityCode),
        same(clue.schoolId, target.schoolId),
        same(clue.openDayId, target.openDayId),
        inArray(clue.state, standingStates),
        isNull(clue.closedAt),
      ),
    )
    .orderBy(desc(clue.createdAt), desc(clue.id))
    .limit(50)
}

function same(column: AnyPgColumn, value: number | undefined): SQL {
  return value === undefined ? isNull(column) : eq(column, value)
}

/** When a phone's latest leads were stored, the latest first; those whose sender verified the phone alone if `isVerified`. */
export async function findClueTimes(
  tx: Transaction,
  phoneHash: string,
  { since, count, isVerified }: { since: Date; count: number; isVerified: boolean },
): Promise<Date[]> {
  const rows = await tx
    .select({ at: clue.createdAt })
    .from(clue)
    .where(
      and(
        eq(clue.phoneHash, phoneHash),
        gt(clue.createdAt, since),
        isVerified ? isNotNull(clue.verifiedAt) : undefined,
      ),
    )
    .orderBy(desc(clue.createdAt))
    .limit(count)
  return rows.map(({ at }) => at)
}

/** Stores a lead; undefined when its reference is taken. */
export async function insertClue(tx: Transaction, given: NewClue): Promise<StoredClue | undefined> {
  const { openDayId } = given
  const [day] =
    openDayId == null
      ? []
      : await tx
          .select({ bookedFor: openDay.startsAt, bookedPlace: openDay.place })
          .from(withHidden(openDay))
          .where(eq(openDay.id, openDayId))
  const [row] = await tx
    .insert(clue)
    .values({ ...given, ...day })
    .onConflictDoNothing()
    .returning(answered)
  return row
}

/** Stores the access token of a lead in place of what it had. */
export async function storeAccess(
  tx: Transaction,
  id: number,
  access: { accessCipher: string; accessHash: string },
): Promise<void> {
  await tx.update(clue).set(access).where(eq(clue.id, id))
}

/** The school of an id, when visitors can see it. */
export async function findSchoolTarget(
  db: Database | Transaction,
  id: number,
): Promise<SchoolTarget | undefined> {
  const [row] = await db
    .select({
      id: school.id,
      name: school.name,
      cityCode: school.cityCode,
      recipient: recipientOf(sql`"school"."id"`),
    })
    .from(school)
    .where(and(eq(school.id, id), visible(school)))
  return row && { ...row, cityCode: cityCodeOf(row.cityCode), recipient: row.recipient ?? undefined }
}

/** City and school of an open day, when visitors can see it. */
export async function findOpenDayTarget(
  tx: Transaction,
  id: number,
): Promise<{ cityCode: CityCode; schoolId: number | undefined } | undefined> {
  const [row] = await tx
    .select({ cityCode: openDay.cityCode, schoolId: openDay.schoolId })
    .from(openDay)
    .where(and(eq(openDay.id, id), visible(openDay), ofVisibleSchool(openDay.schoolId)))
  return row && { cityCode: cityCodeOf(row.cityCode), schoolId: row.schoolId ?? undefined }
}
