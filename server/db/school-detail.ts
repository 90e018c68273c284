import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias, type PgTable } from 'drizzle-orm/pg-core'
import type { SchoolDetailData } from '#server/contract/schools.ts'
import type { Database } from './connect.ts'
import { published } from './published.ts'
import {
  env,
  graduate,
  importRun,
  openDay,
  question,
  school,
  schoolFee,
  schoolName,
  schoolSection,
  schoolView,
  teacher,
} from './schema/index.ts'
import { schoolCardColumns, toSchoolCard } from './school-card.ts'
import { withoutNulls } from './without-nulls.ts'

type Link = { id: number; name: string }

const successor = alias(school, 'successor')
const predecessor = alias(school, 'predecessor')

function countOf(table: PgTable, more: SQL = sql`true`): SQL<number> {
  return sql<number>`(select count(*)::int from ${table} as part where part.school_id = "school"."id" and part.run is distinct from (select id from ${importRun})
    and part.withdrawn_at is null and ${more})`
}

const detailColumns = {
  students: school.students,
  classSize: school.classSize,
  teacherRatio: school.teacherRatio,
  foreignTeachers: school.foreignTeachers,
  totalCostMin: school.totalCostMin,
  totalCostMax: school.totalCostMax,
  address: school.address,
  lat: school.lat,
  lng: school.lng,
  phone: school.phone,
  website: school.website,
  source: school.source,
  sourceDate: school.sourceDate,
  closedAt: school.closedAt,
  updatedAt: school.updatedAt,
}

function findMain(db: Database, ids: number[]) {
  return db
    .select({
      card: schoolCardColumns,
      detail: detailColumns,
      successor: { id: successor.id, name: successor.name },
      predecessors: sql<
        Link[]
      >`(select coalesce(json_agg(json_build_object('id', ${predecessor.id}, 'name', ${predecessor.name})
        order by ${predecessor.id}), '[]') from ${school} as predecessor
        where ${predecessor.successorId} = ${school.id} and ${published(predecessor)})`,
      counts: {
        views: countOf(schoolView),
        graduates: countOf(graduate),
        teachers: countOf(teacher),
        answers: countOf(question, sql`part.state = 'shown'`),
        envs: countOf(env),
        open_days: countOf(openDay),
      },
    })
    .from(school)
    .leftJoin(successor, and(eq(successor.id, school.successorId), published(successor)))
    .where(and(inArray(school.id, ids), published(school)))
}

type MainRow = Awaited<ReturnType<typeof findMain>>[number]

type Parts = {
  names: (typeof schoolName.$inferSelect)[]
  fees: (typeof schoolFee.$inferSelect)[]
  sections: (typeof schoolSection.$inferSelect)[]
}

/** One school with its facts, names, fees and texts; undefined for an unknown id. Four statements. */
export async function findSchool(db: Database, id: number): Promise<SchoolDetailData | undefined> {
  const [found] = await findSchoolDetails(db, [id])
  return found
}

/** Several schools in the order of their ids, unknown ones left out. Four statements, however many. */
export async function findSchoolDetails(db: Database, given: readonly number[]): Promise<SchoolDetailData[]> {
  const rows = await findMain(db, [...given])
  const ids = rows.map(({ card }) => card.id)
  if (ids.length === 0) return []
  const [names, fees, sections] = await Promise.all([
    db.select().from(schoolName).where(inArray(schoolName.schoolId, ids)).orderBy(asc(schoolName.name)),
    db.select().from(schoolFee).where(inArray(schoolFee.schoolId, ids)).orderBy(asc(schoolFee.position)),
    db
      .select()
      .from(schoolSection)
      .where(inArray(schoolSection.schoolId, ids))
      .orderBy(asc(schoolSection.position)),
  ])
  const found = new Map(
    rows.map((row) => {
      const { id } = row.card
      const own = ({ schoolId }: { schoolId: number }) => schoolId === id
      const parts = { names: names.filter(own), fees: fees.filter(own), sections: sections.filter(own) }
      return [id, toSchoolDetail(row, parts)]
    }),
  )
  return given.map((id) => found.get(id)).filter((school) => school !== undefined)
}

function toSchoolDetail(row: MainRow, { names, fees, sections }: Parts): SchoolDetailData {
  const namesOf = (kind: string) => names.filter((each) => each.kind === kind).map(({ name }) => name)
  const textsOf = (part: string) =>
    sections.filter((each) => each.part === part).map(({ title, body }) => ({ title, body }))
  const facts = withoutNulls(row.detail)
  return {
    ...toSchoolCard(row.card),
    aliases: namesOf('alias'),
    former_names: namesOf('former'),
    students: facts.students,
    class_size: facts.classSize,
    teacher_ratio: facts.teacherRatio,
    foreign_teachers: facts.foreignTeachers,
    total_cost_min: facts.totalCostMin,
    total_cost_max: facts.totalCostMax,
    fees: fees.map(({ label, amount, per, note }) => ({
      label,
      amount,
      per: per === 'once' ? 'once' : 'year',
      note: note ?? undefined,
    })),
    address: facts.address,
    lat: facts.lat,
    lng: facts.lng,
    phone: facts.phone,
    website: facts.website,
    about: textsOf('about'),
    admissions: textsOf('admissions'),
    source: facts.source,
    source_date: facts.sourceDate,
    closed_at: facts.closedAt,
    successor: row.successor ?? undefined,
    predecessors: row.predecessors,
    updated_at: facts.updatedAt.toISOString(),
    counts: row.counts,
  }
}
