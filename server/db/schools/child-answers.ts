import { and, inArray } from 'drizzle-orm'
import { answerFor, type ChildView } from '#server/contract/child/child.ts'
import type { SchoolCardData } from '#server/contract/schools.ts'
import type { Database } from '../connect.ts'
import { listsOf } from '../import/school-lists.ts'
import { school } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'

/**
 * Schools with what they mean for a child on `today`, a day in China; as they are without a child, and those that were
 * withdrawn. One statement, none without a child.
 */
export async function withChildAnswers<Card extends SchoolCardData>(
  db: Database,
  cards: readonly Card[],
  child: ChildView | undefined,
  today: string,
): Promise<Card[]> {
  if (child === undefined || cards.length === 0) return [...cards]
  const unread = child.near === undefined ? (['records', 'bus_stops'] as const) : (['records'] as const)
  const rows = await db
    .select({ id: school.id, lists: listsOf('"school"."id"', unread) })
    .from(school)
    .where(
      and(
        inArray(
          school.id,
          cards.map(({ id }) => id),
        ),
        visible(school),
      ),
    )
  const found = new Map(rows.map((row) => [row.id, row]))
  return cards.map((card) => {
    const row = found.get(card.id)
    if (row === undefined) return card
    const { kind, state, stages, boarding, lat, lng } = card
    const source = { ...row.lists, kind, state, stages, boarding, lat, lng }
    return { ...card, child: answerFor(source, child, today) }
  })
}
