import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { answer, question, school, visitor } from '../schema/index.ts'
import { visible, withHidden } from '../visible-rows.ts'

/** Condition on `question`: asked by the visitor's account, or with its phone. */
function ownQuestion(visitorId: number): SQL | undefined {
  const phone = sql`(select ${visitor.phoneHash} from ${visitor} where ${visitor.id} = ${visitorId})`
  return or(eq(question.visitorId, visitorId), eq(question.phoneHash, phone))
}

/** One page of a visitor's own questions, the latest first, each with the one that it was joined to. */
export async function findOwnQuestions(
  db: Database,
  visitorId: number,
  page: { page: number; page_size: number },
) {
  const own = ownQuestion(visitorId)
  const joined = alias(question, 'joined')
  const isJoinedShown = and(eq(joined.id, question.joinedTo), eq(joined.state, 'shown'), visible(joined))
  const { limit, offset } = rowsOf(page)
  const [rows, total] = await Promise.all([
    db
      .select({
        id: question.id,
        body: question.body,
        originalBody: question.originalBody,
        state: question.state,
        refusalReason: question.refusalReason,
        askedAt: question.askedAt,
        withdrawnAt: question.withdrawnAt,
        joined: { id: joined.id, body: joined.body },
        school: { id: school.id, name: school.name, withdrawnAt: school.withdrawnAt },
      })
      .from(withHidden(question))
      .innerJoin(withHidden(school), eq(school.id, question.schoolId))
      .leftJoin(joined, isJoinedShown)
      .where(own)
      .orderBy(desc(question.askedAt), desc(question.id))
      .limit(limit)
      .offset(offset),
    db.$count(withHidden(question), own),
  ])
  return { rows, total }
}

/** Answers of questions by the question's id, each list oldest first. */
export async function findAnswersByQuestion(db: Database, questionIds: readonly number[]) {
  const rows = await db
    .select()
    .from(answer)
    .where(inArray(answer.questionId, [...questionIds]))
    .orderBy(asc(answer.answeredAt), asc(answer.id))
  const byQuestion = new Map<number, typeof rows>()
  for (const row of rows) byQuestion.set(row.questionId, [...(byQuestion.get(row.questionId) ?? []), row])
  return byQuestion
}
