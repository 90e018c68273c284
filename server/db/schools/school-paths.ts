import { and, inArray, sql } from 'drizzle-orm'
import { childViewOf, type ChildView } from '#server/contract/child/child.ts'
import { gradeFinding, judgeEntry, type EntrySource } from '#server/contract/child/judge-entry.ts'
import {
  listedAtStep,
  listSchoolPaths,
  stepsFrom,
  type PathSchool,
} from '#server/contract/child/school-paths.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { grades, type Grade } from '#server/contract/grades.ts'
import type { Database } from '../connect.ts'
import { listsOf, type SchoolLists } from '../import/school-lists.ts'
import { school, schoolSearch } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import { hasStageOf, verdictIn } from './child-columns.ts'
import { schoolCardColumns, toSchoolCard, type SchoolCardRow } from './school-card.ts'
import { filtersOf, notClosed } from './school-filters.ts'

type Input = ParsedInputOf<typeof listSchoolPaths>
type Child = ChildView & { grade: Grade }
type Step = DataOf<typeof listSchoolPaths>['steps'][number]

const unread = ['tuition', 'fees', 'admission_steps', 'bus_stops', 'records'] as const

/** Schools of the ways to grade 12 for a child; `today`: a day in China. Two statements. */
export async function findSchoolPaths(
  db: Database,
  input: Input,
  today: string,
): Promise<DataOf<typeof listSchoolPaths>> {
  const child = childViewOf({ ...input, bus: false }, { today })
  if (child?.grade === undefined) throw new Error(`not a grade: ${input.grade}`)
  const own: Child = { ...child, grade: child.grade }
  const steps = await findSteps(db, input, own)
  const ids = [...new Set(steps.flatMap(({ schools }) => schools))]
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ ...schoolCardColumns, lists: listsOf('"school"."id"', unread) })
          .from(school)
          .where(and(inArray(school.id, ids), visible(school)))
  const found = new Map(rows.map((row) => [row.id, pathSchool(row, own)]))
  return { steps, schools: ids.map((id) => found.get(id)).filter((each) => each !== undefined) }
}

/** The first schools of each step with how many there are: those that take the child, then those to be asked. */
async function findSteps(db: Database, input: Input, child: Child): Promise<Step[]> {
  const path = stepsFrom(child.grade)
  const curriculum = filtersOf({ curriculum: input.curriculum && [input.curriculum] }).map(
    ({ where }) => where,
  )
  const parts = path.map((grade) => {
    const view = { ...child, grade }
    const where = [
      sql`city_code = ${input.city_code}`,
      visible(schoolSearch),
      notClosed,
      hasStageOf(grade),
      verdictIn(view, ['yes', 'ask']),
      ...curriculum,
    ]
    return sql`(select ${grade.slug}::text as grade, school_id as id, count(*) over () as total from ${schoolSearch}
      where ${sql.join(where, sql` and `)}
      order by ${verdictIn(view, ['yes'])} desc, rank, school_id limit ${listedAtStep})`
  })
  const { rows } = await db.execute<{ grade: string; id: number; total: string }>(
    sql.join(parts, sql` union all `),
  )
  return path.map(({ slug }) => {
    const listed = rows.filter(({ grade }) => grade === slug)
    return { grade: slug, schools: listed.map(({ id }) => id), total: Number(listed[0]?.total ?? 0) }
  })
}

function pathSchool(row: SchoolCardRow & { lists: SchoolLists }, child: Child): PathSchool {
  const { id, name, stages, curricula, sample, kind, state } = toSchoolCard(row)
  const { entry_grades, eligibility } = row.lists
  const source: EntrySource = { kind, state, stages, entry_grades, eligibility }
  const entries = grades.flatMap(({ slug, level }): PathSchool['entries'] => {
    if (level < child.grade.level) return []
    const year = child.year + level - child.grade.level
    const { verdict } = judgeEntry(source, { level, identity: child.identity, year })
    if (verdict === 'no') return []
    const stated = gradeFinding(source, level, year)
    if (stated.verdict !== 'yes') return [{ grade: slug, verdict }]
    const { reason: statement, source: from, source_date: day } = stated
    return [
      {
        grade: slug,
        verdict,
        statement,
        ...(from === undefined ? {} : { source: from }),
        ...(day === undefined ? {} : { source_date: day }),
      },
    ]
  })
  return { id, name, stages, curricula, sample, entries }
}
