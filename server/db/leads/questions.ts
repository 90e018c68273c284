import { and, asc, desc, eq } from 'drizzle-orm'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { listAnswers } from '#server/contract/schools/school-content.ts'
import type { Database } from '../connect.ts'
import { listPage, rowsOf, totalOf } from '../list-page.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'
import { answer, question } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

/** Questions about one school that passed review, each with its answers, oldest answer first. */
export async function findAnswers(
  db: Database,
  input: ParsedInputOf<typeof listAnswers>,
): Promise<DataOf<typeof listAnswers>> {
  const shownOfSchool = and(
    eq(question.schoolId, input.school_id),
    eq(question.state, 'shown'),
    visible(question),
    ofVisibleSchool(question.schoolId),
  )
  const { limit, offset } = rowsOf(input)
  const order = input.sort === 'oldest' ? asc : desc
  const asked = db
    .select()
    .from(question)
    .where(shownOfSchool)
    .orderBy(order(question.askedAt), order(question.id))
    .limit(limit)
    .offset(offset)
    .as('asked')
  const rows = await db
    .select({
      item: {
        id: asked.id,
        school_id: asked.schoolId,
        question: asked.body,
        asked_by: asked.askedBy,
        askedAt: asked.askedAt,
      },
      answer: {
        id: answer.id,
        body: answer.body,
        answered_by: answer.answeredBy,
        answeredAt: answer.answeredAt,
      },
      total: db.$count(question, shownOfSchool),
    })
    .from(asked)
    .leftJoin(answer, eq(answer.questionId, asked.id))
    .orderBy(order(asked.askedAt), order(asked.id), asc(answer.answeredAt), asc(answer.id))

  type Item = DataOf<typeof listAnswers>['items'][number]
  const items = new Map<number, Item>()
  for (const {
    item: { askedAt, ...row },
    answer,
  } of rows) {
    const item: Item = items.get(row.id) ?? {
      ...withoutNulls(row),
      asked_at: askedAt.toISOString(),
      answers: [],
    }
    items.set(row.id, item)
    if (answer === null) continue
    const { answeredAt, ...rest } = answer
    item.answers.push({ ...rest, answered_at: answeredAt.toISOString() })
  }
  const total = await totalOf(input, rows, () => db.$count(question, shownOfSchool))
  return listPage(input, [...items.values()], total)
}
