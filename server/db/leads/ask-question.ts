import { and, count, eq, gt, lte, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { question, school } from '../schema/index.ts'

/** A question as it waits for review; name and phone already encrypted. */
export type NewQuestion = Pick<
  typeof question.$inferInsert,
  'schoolId' | 'body' | 'askedAt' | 'visitorId' | 'nameCipher' | 'phoneCipher' | 'phoneHash' | 'keyHash'
>

/** A stored question as far as a repeat of it goes. */
export type AskedQuestion = Pick<
  typeof question.$inferSelect,
  'id' | 'schoolId' | 'body' | 'originalBody' | 'nameCipher' | 'phoneHash' | 'state' | 'askedAt'
>

const asked = {
  id: question.id,
  schoolId: question.schoolId,
  body: question.body,
  originalBody: question.originalBody,
  nameCipher: question.nameCipher,
  phoneHash: question.phoneHash,
  state: question.state,
  askedAt: question.askedAt,
}

/** Stores a question for review; undefined when its key is taken. */
export async function insertQuestion(
  tx: Transaction,
  given: NewQuestion,
): Promise<AskedQuestion | undefined> {
  const [row] = await tx
    .insert(question)
    .values({ ...given, state: 'pending' })
    .onConflictDoNothing({ target: question.keyHash })
    .returning(asked)
  return row
}

/** The question that was stored under an idempotency key. */
export async function findQuestionByKey(db: Database, keyHash: string): Promise<AskedQuestion | undefined> {
  const [row] = await db.select(asked).from(withHidden(question)).where(eq(question.keyHash, keyHash))
  return row
}

/** Frees the key of a reviewed question that was asked at a moment or before, so that it can be asked again. */
export async function releaseQuestionKey(tx: Transaction, keyHash: string, until: Date): Promise<void> {
  await tx
    .update(withHidden(question))
    .set({ keyHash: null })
    .where(and(eq(question.keyHash, keyHash), ne(question.state, 'pending'), lte(question.askedAt, until)))
}

/** How many questions a phone has asked since a moment. Call it under the lock of the phone. */
export async function countQuestionsOfPhone(
  tx: Transaction,
  phoneHash: string,
  since: Date,
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(withHidden(question))
    .where(and(eq(question.phoneHash, phoneHash), gt(question.askedAt, since)))
  return row?.count ?? 0
}

/** Whether visitors can see a school. */
export async function hasSchool(db: Database, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: school.id })
    .from(school)
    .where(and(eq(school.id, id), visible(school)))
  return rows.length > 0
}
