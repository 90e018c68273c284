import { and, sql, type SQL } from 'drizzle-orm'
import { childViewOf, type ChildView } from '#server/contract/child/child.ts'
import { gradeFinding, judgeEntry, type EntrySource } from '#server/contract/child/judge-entry.ts'
import {
  listedAtStep,
  listSchoolPaths,
  stepsFrom,
  type PathSchool,
} from '#server/contract/schools/school-paths.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { grades, type Grade } from '#server/contract/grades.ts'
import type { Database } from '../connect.ts'
import { listsOf, type SchoolLists } from '../content/school-lists.ts'
import { school, schoolSearch } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import { hasStageOf, verdictIn } from '../search/child-columns.ts'
import { schoolCardColumns, toSchoolCard, type SchoolCardRow } from './school-card.ts'
import { filtersOf, notClosed } from './school-filters.ts'

type Input = ParsedInputOf<typeof listSchoolPaths>
type Child = ChildView & { grade: Grade }
type Step = DataOf<typeof listSchoolPaths>['steps'][number]

const unread = ['tuition', 'fees', 'admission_steps', 'bus_stops', 'records', 'statements'] as const

/** Schools of the ways to grade 12 for a child; `today`: a day in China. One statement. */
export async function findSchoolPaths(
  db: Database,
  input: Input,
  today: string,
): Promise<DataOf<typeof listSchoolPaths>> {
  const child = childViewOf({ ...input, bus: false }, { today })
  if (child?.grade === undefined) throw new Error(`not a grade: ${input.grade}`)
  const own: Child = { ...child, grade: child.grade }
  const path = stepsFrom(own.grade)
  const listed = db
    .$with('listed', {
      grade: sql<string>`grade`.as('grade'),
      schoolId: sql<number>`school_id`.as('school_id'),
    })
    .as(listedAt(path, input, own))
  const rows = await db
    .with(listed)
    .select({
      ...schoolCardColumns,
      lists: listsOf('"school"."id"', unread),
      places: sql<Place[]>`(select json_agg(json_build_object('grade', grade, 'place', place, 'total', total))
        from ${listed} where school_id = "school"."id")`,
    })
    .from(school)
    .where(and(sql`${school.id} in (select school_id from ${listed})`, visible(school)))
  const steps = path.map(({ slug }): Step => {
    const at = rows
      .flatMap(({ id, places }) => places.map((each) => ({ id, ...each })))
      .filter(({ grade }) => grade === slug)
      .toSorted((a, b) => a.place - b.place)
    return { grade: slug, schools: at.map(({ id }) => id), total: at[0]?.total ?? 0 }
  })
  const found = new Map(rows.map((row) => [row.id, pathSchool(row, own)]))
  const ids = [...new Set(steps.flatMap(({ schools }) => schools))]
  return { steps, schools: ids.map((id) => found.get(id)).filter((each) => each !== undefined) }
}

/** A school's place at a step that lists it, and how many schools the step has. */
type Place = { grade: string; place: number; total: number }

/** SQL of the first schools of each step with their places: those that take the child, then those to be asked. */
function listedAt(path: readonly Grade[], input: Input, child: Child): SQL {
  const curriculum = filtersOf({ curriculum: input.curriculum && [input.curriculum] }).map(
    ({ where }) => where,
  )
  const steps = path.map((grade) => {
    const view = { ...child, grade }
    const where = [
      sql`city_code = ${input.city_code}`,
      visible(schoolSearch),
      notClosed,
      hasStageOf(grade),
      verdictIn(view, ['yes', 'ask', 'unknown']),
      ...curriculum,
    ]
    const order = sql`${verdictIn(view, ['yes'])} desc, rank, school_id`
    return sql`(select ${grade.slug}::text as grade, school_id, count(*) over () as total,
        row_number() over (order by ${order}) as place
      from ${schoolSearch} where ${sql.join(where, sql` and `)} order by ${order} limit ${listedAtStep})`
  })
  return sql.join(steps, sql` union all `)
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
