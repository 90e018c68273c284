import { and, asc, eq, sql } from 'drizzle-orm'
import { announceContent, raiseContentVersion } from './content-version.ts'
import type { Database, DatabaseConnection, Transaction } from '../connect.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { answer, question, school } from '../schema/index.ts'

/** A question that waits for review; who asked it stays encrypted. */
export type PendingQuestion = { id: number; school: string; body: string; askedAt: Date }

/** Questions that wait for review, the oldest first. */
export async function findPendingQuestions(db: Database): Promise<PendingQuestion[]> {
  return db
    .select({ id: question.id, school: school.name, body: question.body, askedAt: question.askedAt })
    .from(question)
    .innerJoin(withHidden(school), eq(school.id, question.schoolId))
    .where(and(eq(question.state, 'pending'), visible(question)))
    .orderBy(asc(question.askedAt), asc(question.id))
}

/** Who asked a question, still encrypted; undefined for an unknown one. */
export async function findSubmitter(
  db: Database,
  id: number,
): Promise<{ body: string; nameCipher: string | null; phoneCipher: string | null } | undefined> {
  const [row] = await db
    .select({ body: question.body, nameCipher: question.nameCipher, phoneCipher: question.phoneCipher })
    .from(question)
    .where(and(eq(question.id, id), visible(question)))
  return row
}

/** What a reviewer decides about a question; an answer shows it too. */
export type Decision =
  | { state: 'shown' | 'refused' }
  | { answer: string; answeredBy: string; replace: boolean }
  /** Another text in the place of the question's, which is kept. */
  | { body: string }

/**
 * Carries out a decision and tells every process, so that pages follow; false for an unknown question, `answered` for one
 * that has an answer which the decision does not replace.
 */
export async function reviewQuestion(
  connection: DatabaseConnection,
  id: number,
  decision: Decision,
): Promise<boolean | 'answered'> {
  const version = await connection.db.transaction((tx) => decide(tx, id, decision))
  if (version === undefined) return false
  if (version === 'answered') return version
  await announceContent(connection, version)
  return true
}

async function decide(
  tx: Transaction,
  id: number,
  decision: Decision,
): Promise<number | 'answered' | undefined> {
  if ('answer' in decision && !decision.replace) {
    if ((await tx.$count(answer, eq(answer.questionId, id))) > 0) return 'answered'
  }
  const set =
    'body' in decision
      ? { body: decision.body, originalBody: sql`coalesce(${question.originalBody}, ${question.body})` }
      : { state: 'answer' in decision ? 'shown' : decision.state }
  const changed = await tx
    .update(question)
    .set({ ...set, updatedAt: new Date() })
    .where(and(eq(question.id, id), visible(question)))
    .returning({ id: question.id })
  if (changed.length === 0) return undefined
  if ('answer' in decision) {
    const { answer: body, answeredBy } = decision
    await tx.delete(answer).where(eq(answer.questionId, id))
    await tx.insert(answer).values({ questionId: id, body, answeredBy })
  }
  return raiseContentVersion(tx)
}
