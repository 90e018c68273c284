import { sql } from 'drizzle-orm'
import { insertMany } from '#server/db/content/bulk-insert.ts'
import { listInserts } from '#server/db/content/school-lists.ts'
import type { Transaction } from '#server/db/connect.ts'
import { takeIds } from '#server/db/content/sample-rows.ts'
import * as schema from '#server/db/schema/index.ts'
import { searchRowOf } from '#server/db/search/search-row.ts'
import type { SampleOpenDay, SampleSchool } from './rows.ts'

/** A school with the row that lists and search read; making that is as much work as making the school. */
export type PreparedSchool = { made: SampleSchool; search: ReturnType<typeof searchRowOf> }

/** Prepares a school for writing. Its id is not known yet. */
export function prepareSchool(made: SampleSchool): PreparedSchool {
  const {
    tuition,
    fees,
    entry_grades: entryGrades,
    eligibility,
    bus_stops: busLines,
    statements,
  } = made.lists
  return {
    made,
    search: searchRowOf({
      ...made.row,
      id: 0,
      names: made.names,
      tuition,
      fees,
      entryGrades,
      eligibility,
      busLines,
      statements,
    }),
  }
}

/** Ids of the schools written so far, by key. */
export type SchoolIds = Map<string, number>

/** Writes schools with all that belongs to them, and adds their ids. A successor comes before or with its school. */
export async function writeSchools(
  tx: Transaction,
  schools: readonly PreparedSchool[],
  ids: SchoolIds,
): Promise<void> {
  const taken = await takeIds(tx, schema.school, schools.length)
  const numbered = schools.map((prepared, index) => ({ ...prepared, schoolId: taken[index] ?? 0 }))
  for (const { made, schoolId } of numbered) ids.set(made.row.key, schoolId)
  const successorOf = ({ successor }: SampleSchool) =>
    successor === undefined ? undefined : ids.get(successor)
  const rowsOf = <Row extends object>(list: (made: SampleSchool) => readonly Row[]) =>
    numbered.flatMap(({ made, schoolId }) => list(made).map((row) => ({ ...row, schoolId })))

  await insertMany(
    tx,
    schema.school,
    numbered.map(({ made, schoolId }) => ({ ...made.row, id: schoolId, successorId: successorOf(made) })),
  )
  await insertMany(
    tx,
    schema.schoolSearch,
    numbered.map(({ search, schoolId }) => ({ ...search, schoolId })),
  )
  await insertMany(
    tx,
    schema.schoolName,
    rowsOf((made) => made.names),
  )
  const lists = JSON.stringify(numbered.map(({ made, schoolId }) => ({ id: schoolId, lists: made.lists })))
  const given = sql`select (entry->>'id')::integer as school_id, entry->'lists' as lists
    from jsonb_array_elements(${lists}::jsonb) entry`
  for (const statement of listInserts(given)) await tx.execute(statement)
  await insertMany(
    tx,
    schema.schoolSection,
    rowsOf((made) => made.sections),
  )
  await insertMany(
    tx,
    schema.env,
    rowsOf((made) => made.envs),
  )
  await insertMany(
    tx,
    schema.teacher,
    rowsOf((made) => made.teachers),
  )
  await insertMany(
    tx,
    schema.graduate,
    rowsOf((made) => made.graduates),
  )
  await insertMany(
    tx,
    schema.schoolView,
    rowsOf((made) => made.views),
  )
  await writeQuestions(
    tx,
    rowsOf((made) => made.questions),
  )
  await writeOpenDays(
    tx,
    rowsOf((made) => made.openDays),
  )
}

async function writeQuestions(
  tx: Transaction,
  questions: readonly (SampleSchool['questions'][number] & { schoolId: number })[],
): Promise<void> {
  const taken = await takeIds(tx, schema.question, questions.length)
  const numbered = questions.map((question, index) => ({ ...question, id: taken[index] ?? 0 }))
  await insertMany(
    tx,
    schema.question,
    numbered.map(({ answers: _answers, ...row }) => row),
  )
  await insertMany(
    tx,
    schema.answer,
    numbered.flatMap(({ id, answers }) => answers.map((answer) => ({ ...answer, questionId: id }))),
  )
}

/** Writes open days, of schools or of the site, and the events that some of them ask for. */
export async function writeOpenDays(
  tx: Transaction,
  openDays: readonly (SampleOpenDay & { schoolId?: number })[],
): Promise<void> {
  const taken = await takeIds(tx, schema.openDay, openDays.length)
  const numbered = openDays.map((openDay, index) => ({ ...openDay, id: taken[index] ?? 0 }))
  await insertMany(
    tx,
    schema.openDay,
    numbered.map(({ eventTitle: _title, ...row }) => row),
  )
  await insertMany(
    tx,
    schema.event,
    numbered.flatMap(({ id, eventTitle, cityCode, place, startsAt, endsAt }) =>
      eventTitle === undefined
        ? []
        : [{ openDayId: id, title: eventTitle, cityCode, place, startsAt, endsAt }],
    ),
  )
}
