import { and, eq } from 'drizzle-orm'
import { busLinesOf } from '#server/contract/child/bus-lines.ts'
import { schoolEntry, type SchoolEntry } from '#server/contract/child/school-entry.ts'
import type { Database } from '../connect.ts'
import { listsOf } from '../import/school-lists.ts'
import { school } from '../schema/index.ts'
import { importCommitted, type Withdrawn } from '../visible-rows.ts'

/**
 * What a school costs, whom it takes, when, and by which bus; `withdrawn` for one that was taken back, undefined for an
 * unknown id. One statement.
 */
export async function findSchoolEntry(
  db: Database,
  id: number,
): Promise<SchoolEntry | Withdrawn | undefined> {
  const [row] = await db
    .select({
      name: school.name,
      state: school.state,
      sample: school.sample,
      withdrawnAt: school.withdrawnAt,
      lists: listsOf('"school"."id"'),
    })
    .from(school)
    .where(and(eq(school.id, id), importCommitted(school)))
  if (row === undefined) return undefined
  if (row.withdrawnAt !== null) return 'withdrawn'
  const { name, state, sample, lists } = row
  const { bus_stops: stops, ...others } = lists
  return schoolEntry.parse({ school_id: id, name, state, ...others, bus_lines: busLinesOf(stops), sample })
}
