import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { alias, type PgTable } from 'drizzle-orm/pg-core'
import { passportsOf, type SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import { busLinesOf } from '#server/contract/child/bus-lines.ts'
import { schoolEntry, type SchoolEntry } from '#server/contract/child/school-entry.ts'
import { statedFacts } from '#server/contract/catalogue/school-columns.ts'
import { schoolFigures, schoolLines } from '#server/contract/catalogue/school-facts.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import type { Database } from '../connect.ts'
import { listsOf, type SchoolLists } from '../content/school-lists.ts'
import { recipientOf } from '../recipients.ts'
import { importCommitted, visible, type Withdrawn } from '../visible-rows.ts'
import {
  env,
  graduate,
  importRun,
  openDay,
  question,
  ranking,
  rankingPlace,
  school,
  schoolFee,
  schoolName,
  schoolSection,
  schoolStatement,
  schoolView,
  teacher,
} from '../schema/index.ts'
import { childListsColumn, withChildAnswer, type ForChild } from './child-answers.ts'
import { findMergedInto } from './merge-schools.ts'
import { schoolCardColumns, toSchoolCard } from './school-card.ts'
import { withoutNulls } from '../without-nulls.ts'

type Link = { id: number; name: string }
type Name = { kind: string; name: string }
type Fee = { label: string; amount: number; per: string; note: string | null }
type Ranked = SchoolDetailData['rankings'][number]
type Section = { part: string; title: string; body: string }

const successor = alias(school, 'successor')
const predecessor = alias(school, 'predecessor')
const later = alias(ranking, 'later')

function countOf(table: PgTable, more: SQL = sql`true`): SQL<number> {
  return sql<number>`(select count(*)::int from ${table} as part where part.school_id = "school"."id" and part.run is distinct from (select id from ${importRun})
    and part.withdrawn_at is null and ${more})`
}

/** Subquery of a school's child rows as one JSON value, so that one statement reads the whole school. */
function partsOf<Part>(table: PgTable, fields: SQL, order: SQL): SQL<Part[]> {
  return sql<Part[]>`(select coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]')
    from ${table} as part where part.school_id = "school"."id")`
}

/** A school's places in the latest list of every name. */
const rankingsOf = sql<
  Ranked[]
>`(select coalesce(json_agg(json_build_object('id', ${ranking.id}, 'slug', ${ranking.slug},
  'title', ${ranking.title}, 'year', ${ranking.year}, 'paid', ${ranking.paid}, 'place', ${rankingPlace.place},
  'total', (select count(*)::int from ${rankingPlace} as one where one.ranking_id = ${ranking.id}))
  order by ${ranking.position}, ${ranking.id}), '[]')
  from ${rankingPlace} join ${ranking} on ${ranking.id} = ${rankingPlace.rankingId}
  where ${rankingPlace.schoolId} = "school"."id" and ${visible(ranking)}
    and not exists (select from ${ranking} as later where ${later.cityCode} = ${ranking.cityCode}
      and ${later.slug} = ${ranking.slug} and ${later.year} > ${ranking.year} and ${visible(later)}))`

const detailColumns = {
  phone: school.phone,
  website: school.website,
  notPublished: school.notPublished,
  closedAt: school.closedAt,
  updatedAt: school.updatedAt,
}

/** Which schools to read, and whether with the lists of their costs, entry and buses. */
type Wanted = { ids: readonly number[]; entry?: boolean | undefined }

function findMain(db: Database, { ids, entry }: Wanted, forChild: ForChild) {
  return db
    .select({
      card: schoolCardColumns,
      detail: detailColumns,
      lines: recordOf(schoolLines, (name) => sql<string | null>`"school".${sql.identifier(name)}`),
      figures: recordOf(schoolFigures, (name) => sql<number | null>`"school".${sql.identifier(name)}`),
      lists: entry === true ? listsOf('"school"."id"', ['statements']) : childListsColumn(forChild),
      recipient: recipientOf(sql`"school"."id"`),
      successor: { id: successor.id, name: successor.name },
      predecessors: sql<
        Link[]
      >`(select coalesce(json_agg(json_build_object('id', ${predecessor.id}, 'name', ${predecessor.name})
        order by ${predecessor.id}), '[]') from ${school} as predecessor
        where ${predecessor.successorId} = ${school.id} and ${visible(predecessor)})`,
      names: partsOf<Name>(schoolName, sql`'kind', part.kind, 'name', part.name`, sql`part.name`),
      fees: partsOf<Fee>(
        schoolFee,
        sql`'label', part.label, 'amount', part.amount, 'per', part.per, 'note', part.note`,
        sql`part.position`,
      ),
      sections: partsOf<Section>(
        schoolSection,
        sql`'part', part.part, 'title', part.title, 'body', part.body`,
        sql`part.position`,
      ),
      statements: sql<
        SchoolStatement[]
      >`(select coalesce(json_agg(jsonb_strip_nulls(to_jsonb(part) - 'school_id' - 'position') order by part.position), '[]')
        from ${schoolStatement} as part where part.school_id = "school"."id")`,
      rankings: rankingsOf,
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
    .leftJoin(successor, and(eq(successor.id, school.successorId), visible(successor)))
    .where(and(inArray(school.id, [...ids]), visible(school)))
}

type MainRow = Awaited<ReturnType<typeof findMain>>[number]

/**
 * One school with its facts, names, fees and texts, for a child if there is one; `withdrawn` for one that was withdrawn,
 * `movedTo` for one that was merged into another, undefined for an unknown id. One statement for a school that is shown.
 */
export async function findSchool(
  db: Database,
  { id, entry }: { id: number; entry?: boolean | undefined },
  forChild: ForChild,
): Promise<SchoolDetailData | Withdrawn | { movedTo: number } | undefined> {
  const [found] = await findSchoolDetails(db, { ids: [id], entry }, forChild)
  if (found !== undefined) return found
  const [gone] = await db
    .select({ id: school.id })
    .from(school)
    .where(and(eq(school.id, id), importCommitted(school), isNotNull(school.withdrawnAt)))
  if (gone === undefined) return undefined
  const movedTo = (await findMergedInto(db, [id])).get(id)
  return movedTo === undefined ? 'withdrawn' : { movedTo }
}

/** Several schools in the order of their ids, unknown ones left out. One statement. */
export async function findSchoolDetails(
  db: Database,
  wanted: Wanted,
  forChild: ForChild,
): Promise<SchoolDetailData[]> {
  const rows = await findMain(db, wanted, forChild)
  const found = new Map(
    rows.map((row) => {
      const detail = withChildAnswer(toSchoolDetail(row, forChild.today), row.lists, forChild)
      const entry = wanted.entry === true && row.lists !== null ? { entry: toEntry(row.lists) } : {}
      return [row.card.id, { ...detail, ...entry }]
    }),
  )
  return wanted.ids.map((id) => found.get(id)).filter((school) => school !== undefined)
}

function toEntry({ bus_stops: stops, ...others }: SchoolLists): SchoolEntry {
  return schoolEntry.parse({ ...others, bus_lines: busLinesOf(stops) })
}

function toSchoolDetail(row: MainRow, today: string): SchoolDetailData {
  const { names, fees, sections } = row
  const namesOf = (kind: string) => names.filter((each) => each.kind === kind).map(({ name }) => name)
  const textsOf = (part: string) =>
    sections.filter((each) => each.part === part).map(({ title, body }) => ({ title, body }))
  const facts = withoutNulls(row.detail)
  return {
    ...toSchoolCard(row.card),
    aliases: namesOf('alias'),
    former_names: namesOf('former'),
    ...withoutNulls(row.figures),
    ...withoutNulls(row.lines),
    fees: fees.map(({ label, amount, per, note }) => ({
      label,
      amount,
      per: per === 'once' ? 'once' : 'year',
      note: note ?? undefined,
    })),
    phone: facts.phone,
    website: facts.website,
    about: textsOf('about'),
    admissions: textsOf('admissions'),
    not_published: statedFacts.filter((fact) => facts.notPublished.includes(fact)),
    passports: passportsOf(row.statements, today),
    closed_at: facts.closedAt,
    successor: row.successor ?? undefined,
    recipient: row.recipient ?? undefined,
    predecessors: row.predecessors,
    rankings: row.rankings,
    updated_at: facts.updatedAt.toISOString(),
    counts: row.counts,
  }
}
