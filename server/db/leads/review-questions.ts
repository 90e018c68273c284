import { and, asc, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { answer, question, school } from '../schema/index.ts'

/** Who asked a question, still encrypted; undefined for an unknown one. */
export async function findSubmitter(
  db: Database | Transaction,
  id: number,
): Promise<{ body: string; nameCipher: string | null; phoneCipher: string | null } | undefined> {
  const [row] = await db
    .select({ body: question.body, nameCipher: question.nameCipher, phoneCipher: question.phoneCipher })
    .from(question)
    .where(and(eq(question.id, id), visible(question)))
  return row
}

const reviewed = {
  id: question.id,
  school: { id: school.id, name: school.name },
  body: question.body,
  originalBody: question.originalBody,
  state: question.state,
  refusalReason: question.refusalReason,
  joinedTo: question.joinedTo,
  askedAt: question.askedAt,
  updatedAt: question.updatedAt,
  hasContact: sql<boolean>`(${question.nameCipher} is not null or ${question.phoneCipher} is not null)`,
  isAnswered: sql<boolean>`exists (select from ${answer} a where a.question_id = ${question.id})`,
}

/** A question for its reviewer. */
export type ReviewedQuestion = Awaited<ReturnType<typeof selectReviewed>>[number]

function selectReviewed(db: Database, which: SQL | undefined) {
  return db
    .select(reviewed)
    .from(question)
    .innerJoin(withHidden(school), eq(school.id, question.schoolId))
    .where(and(visible(question), which))
    .$dynamic()
}

/** One page of questions in a state: waiting ones oldest first, others latest first. */
export async function findQuestionsToReview(
  db: Database,
  { state, schoolId }: { state: string; schoolId: number | undefined },
  page: { page: number; page_size: number },
): Promise<{ rows: ReviewedQuestion[]; total: number }> {
  const which = and(
    eq(question.state, state),
    schoolId === undefined ? undefined : eq(question.schoolId, schoolId),
  )
  const order = state === 'pending' ? asc : desc
  const { limit, offset } = rowsOf(page)
  const rows = await selectReviewed(db, which)
    .orderBy(order(question.askedAt), order(question.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(question, and(visible(question), which)) }
}

/** One question for its reviewer. */
export async function findQuestionToReview(db: Database, id: number): Promise<ReviewedQuestion | undefined> {
  const [row] = await selectReviewed(db, eq(question.id, id))
  return row
}

/** The answers of a question, the latest first. */
export function findAnswersOf(db: Database | Transaction, questionId: number) {
  return db.select().from(answer).where(eq(answer.questionId, questionId)).orderBy(desc(answer.id))
}

/** Other questions of a school that are public or wait, latest first; at most 50. */
export function findOtherQuestions(db: Database, { id, schoolId }: { id: number; schoolId: number }) {
  return db
    .select({ id: question.id, body: question.body, state: question.state })
    .from(question)
    .where(
      and(
        visible(question),
        eq(question.schoolId, schoolId),
        ne(question.id, id),
        inArray(question.state, ['shown', 'pending']),
      ),
    )
    .orderBy(desc(question.askedAt), desc(question.id))
    .limit(50)
}

/** Questions that were joined to one, and the one that it was joined to itself. */
export function findJoinedQuestions(db: Database, joined: { to: number } | { id: number }) {
  return db
    .select({ id: question.id, body: question.body })
    .from(question)
    .where(
      and(visible(question), 'to' in joined ? eq(question.joinedTo, joined.to) : eq(question.id, joined.id)),
    )
    .orderBy(asc(question.id))
}

/** A question whose row is locked until the transaction ends. */
export async function lockQuestion(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: question.id,
      schoolId: question.schoolId,
      body: question.body,
      originalBody: question.originalBody,
      state: question.state,
      refusalReason: question.refusalReason,
      joinedTo: question.joinedTo,
      updatedAt: question.updatedAt,
    })
    .from(question)
    .where(and(eq(question.id, id), visible(question)))
    .for('update')
  return row
}

/** Changes what a reviewer decides of a question. */
export async function updateQuestion(
  tx: Transaction,
  id: number,
  set: Partial<
    Pick<
      typeof question.$inferInsert,
      'body' | 'originalBody' | 'state' | 'refusalReason' | 'joinedTo' | 'updatedAt'
    >
  >,
): Promise<void> {
  await tx.update(withHidden(question)).set(set).where(eq(question.id, id))
}

/** Joins the questions that were joined to one to another one. */
export async function rejoinQuestions(
  tx: Transaction,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx
    .update(withHidden(question))
    .set({ joinedTo: to })
    .where(and(eq(question.joinedTo, from), ne(question.id, to)))
}

/** The questions that are joined to one. */
export async function findJoined(tx: Transaction, id: number): Promise<number[]> {
  const rows = await tx
    .select({ id: question.id })
    .from(withHidden(question))
    .where(and(eq(question.joinedTo, id), eq(question.state, 'joined')))
  return rows.map((row) => row.id)
}

/** Lets the questions that are joined to some wait again, since those get no answer that would be theirs. */
export async function releaseJoined(tx: Transaction, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const updatedAt = sql`greatest(${now.toISOString()}::timestamptz, ${question.updatedAt} + interval '1 millisecond')`
  await tx
    .update(withHidden(question))
    .set({ state: 'pending', joinedTo: null, updatedAt })
    .where(and(eq(question.state, 'joined'), inArray(question.joinedTo, [...ids])))
}

/** Stores the answer to a question in the place of earlier ones. */
export async function replaceAnswer(
  tx: Transaction,
  questionId: number,
  given: { body: string; answeredBy: string },
): Promise<void> {
  await tx.delete(answer).where(eq(answer.questionId, questionId))
  await tx.insert(answer).values({ questionId, ...given })
}
