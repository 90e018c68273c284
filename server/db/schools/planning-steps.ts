import { and, asc, eq, gte, isNull, lte, notExists, or, sql, type SQL } from 'drizzle-orm'
import { childViewOf, type ChildView } from '#server/contract/child/child.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { listedSteps, listedUndated, listPlanningSteps } from '#server/contract/schools/planning-steps.ts'
import type { Database } from '../connect.ts'
import { school, schoolAdmissionStep as step, schoolSearch } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import { withoutNulls } from '../without-nulls.ts'
import { teachesGrade, verdictIn } from '../search/child-columns.ts'
import { notClosed } from './school-filters.ts'

type Input = ParsedInputOf<typeof listPlanningSteps>

/** Dated steps of a city's schools for a grade; `today`: a day in China. Two statements. */
export async function findPlanningSteps(
  db: Database,
  input: Input,
  today: string,
): Promise<DataOf<typeof listPlanningSteps>> {
  const child = childViewOf({ ...input, bus: false }, { today })
  if (child?.grade === undefined) throw new Error(`not a grade: ${input.grade}`)
  const { grade, year } = child
  const candidate = db.$with('candidate').as(
    db
      .select({
        id: school.id,
        name: school.name,
        kind: school.kind,
        sample: school.sample,
        rank: school.rank,
        updatedAt: school.updatedAt,
        isRefusing: sql<boolean>`${refuses(child)}`.as('is_refusing'),
      })
      .from(schoolSearch)
      .innerJoin(school, and(eq(school.id, schoolSearch.schoolId), visible(school)))
      .where(
        and(
          visible(schoolSearch),
          eq(schoolSearch.cityCode, input.city_code),
          notClosed,
          teachesGrade(child),
        ),
      ),
  )
  const isMeant = and(
    eq(step.schoolYear, year),
    or(isNull(step.fromGrade), and(lte(step.fromGrade, grade.level), gte(step.toGrade, grade.level))),
  )
  const [steps, others] = await Promise.all([
    db
      .with(candidate)
      .select({
        kind: step.kind,
        school_year: step.schoolYear,
        from_grade: step.fromGrade,
        to_grade: step.toGrade,
        round: step.round,
        date: step.date,
        end_date: step.endDate,
        note: step.note,
        source: step.source,
        source_date: step.sourceDate,
        school: {
          id: candidate.id,
          name: candidate.name,
          kind: candidate.kind,
          sample: candidate.sample,
          updatedAt: candidate.updatedAt,
        },
        total: sql<string>`count(*) over ()`,
      })
      .from(step)
      .innerJoin(candidate, eq(candidate.id, step.schoolId))
      .where(and(isMeant, sql`not ${candidate.isRefusing}`))
      .orderBy(
        sql`coalesce(${step.endDate}, ${step.date}) < ${today}`,
        asc(step.date),
        asc(candidate.rank),
        asc(candidate.id),
        asc(step.position),
      )
      .limit(listedSteps),
    db
      .with(candidate)
      .select({
        id: candidate.id,
        name: candidate.name,
        isRefusing: candidate.isRefusing,
        undated: sql<string>`count(*) filter (where not ${candidate.isRefusing}) over ()`,
        refusing: sql<string>`count(*) filter (where ${candidate.isRefusing}) over ()`,
      })
      .from(candidate)
      .where(
        or(
          sql`${candidate.isRefusing}`,
          notExists(
            db
              .select({ one: sql`1` })
              .from(step)
              .where(and(eq(step.schoolId, candidate.id), isMeant)),
          ),
        ),
      )
      .orderBy(asc(candidate.isRefusing), asc(candidate.rank), asc(candidate.id))
      .limit(listedUndated),
  ])
  const items = steps
    .map(({ total: _total, school: { updatedAt, ...of }, ...row }) => ({
      ...withoutNulls(row),
      school: { ...withoutNulls(of), updated_at: updatedAt.toISOString() },
    }))
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  return listPlanningSteps.data.parse({
    year,
    items,
    total: Number(steps[0]?.total ?? 0),
    undated: {
      items: others.filter(({ isRefusing }) => !isRefusing).map(({ id, name }) => ({ id, name })),
      total: Number(others[0]?.undated ?? 0),
    },
    refusing: Number(others[0]?.refusing ?? 0),
  })
}

/** Condition: the school takes no new pupils, or none of the group into the grade. */
function refuses(child: ChildView): SQL {
  return sql`(${school.state} = 'not_enrolling' or ${verdictIn(child, ['no'])})`
}
