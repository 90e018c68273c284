import { and, inArray } from 'drizzle-orm'
import { answerFor, type ChildView } from '#server/contract/child.ts'
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
  const rows = await db
    .select({ id: school.id, lat: school.lat, lng: school.lng, lists: listsOf('"school"."id"') })
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
    const { lists, lat, lng } = row
    const source = { ...lists, lat: lat ?? undefined, lng: lng ?? undefined }
    const { kind, state, stages, boarding } = card
    return { ...card, child: answerFor({ ...source, kind, state, stages, boarding }, child, today) }
  })
}
