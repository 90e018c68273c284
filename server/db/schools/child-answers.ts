import { sql, type SQL } from 'drizzle-orm'
import { answerFor, type ChildView } from '#server/contract/child/child.ts'
import type { SchoolCardData } from '#server/contract/schools/schools.ts'
import { listsOf, type SchoolLists } from '../content/school-lists.ts'

/** The child that a reading is for, if any, and the day in China by which it is answered. */
export interface ForChild {
  child: ChildView | undefined
  today: string
}

/**
 * Column of a query over `school` with the lists from which a child's answer is computed; null without a child. Part of
 * the statement that reads the schools, so that an answer costs no statement of its own.
 */
export function childListsColumn(forChild: ForChild | undefined): SQL<SchoolLists | null> {
  const child = forChild?.child
  if (child === undefined) return sql<null>`null`
  const unread = [
    ...(child.near === undefined ? (['bus_stops'] as const) : []),
    'records',
    'statements',
  ] as const
  return listsOf('"school"."id"', unread)
}

/** A school with what it means for the child, from its `childListsColumn`; as it is without a child. */
export function withChildAnswer<Card extends SchoolCardData>(
  card: Card,
  lists: SchoolLists | null,
  forChild: ForChild | undefined,
): Card {
  if (forChild?.child === undefined || lists === null) return card
  const { child, today } = forChild
  const { kind, state, stages, boarding, lat, lng, stale_facts: stale = [] } = card
  const known = { ...lists, kind, state, stages, boarding, lat, lng }
  // Costs are shown with the mark of their age, but what the bus costs has none; who may enter is said by what is still so.
  const judged = {
    ...known,
    ...(stale.includes('kind') ? { kind: undefined } : {}),
    ...(stale.includes('stages') ? { stages: [] } : {}),
    ...(stale.includes('boarding') ? { boarding: undefined } : {}),
    ...(stale.includes('entry_grades') ? { entry_grades: [] } : {}),
    ...(stale.includes('eligibility') ? { eligibility: [] } : {}),
    ...(stale.includes('bus_lines')
      ? { bus_stops: lists.bus_stops.map((stop) => ({ ...stop, price: undefined })) }
      : {}),
  }
  return { ...card, child: answerFor(judged, child, today) }
}
