import { and, asc, desc, eq, isNull, notExists, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CityCode } from '#server/contract/cities.ts'
import type {
  getCourse,
  getPlanning,
  listCourses,
  listPlannings,
  listPromotions,
} from '#server/contract/articles/articles.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { recipientOf } from '../recipients.ts'
import { importCommitted, ofVisibleSchool, visible, type Withdrawn } from '../visible-rows.ts'
import { course, planning, promotion, school } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

type ArticleTable = typeof course | typeof planning | typeof promotion
type Input = ParsedInputOf<typeof listPlannings>

/** Courses: general ones and a city's own; without a city all. */
export async function findCourses(
  db: Database,
  input: ParsedInputOf<typeof listCourses>,
): Promise<DataOf<typeof listCourses>> {
  const asked = ofCity(db, course, input.city_code)
  const { limit, offset } = rowsOf(input)
  const rows = await db
    .select({ ...columnsOf(course), curriculum: course.curriculum, total: db.$count(course, asked) })
    .from(course)
    .where(asked)
    .orderBy(...orderOf(course, input))
    .limit(limit)
    .offset(offset)
  return countedPage(input, rows, toListed, () => db.$count(course, asked))
}

/** One course by id or slug: the city's own, else the general one; `withdrawn` when all were withdrawn. */
export async function findCourse(
  db: Database,
  { key, city_code }: ParsedInputOf<typeof getCourse>,
): Promise<DataOf<typeof getCourse> | Withdrawn | undefined> {
  const [row] = await db
    .select({ ...columnsOf(course), curriculum: course.curriculum, withdrawnAt: course.withdrawnAt })
    .from(course)
    .where(and(hasKey(course, key), inCity(course, city_code)))
    .orderBy(...nearest(course))
    .limit(1)
  return shownOrWithdrawn(row)
}

/** School planning articles: general ones and a city's own; without a city all. */
export async function findPlannings(db: Database, input: Input): Promise<DataOf<typeof listPlannings>> {
  const asked = ofCity(db, planning, input.city_code)
  const { limit, offset } = rowsOf(input)
  const rows = await db
    .select({ ...columnsOf(planning), total: db.$count(planning, asked) })
    .from(planning)
    .where(asked)
    .orderBy(...orderOf(planning, input))
    .limit(limit)
    .offset(offset)
  return countedPage(input, rows, toListed, () => db.$count(planning, asked))
}

/** One planning article by id or slug: the city's own, else the general one; `withdrawn` when all were withdrawn. */
export async function findPlanning(
  db: Database,
  { key, city_code }: ParsedInputOf<typeof getPlanning>,
): Promise<DataOf<typeof getPlanning> | Withdrawn | undefined> {
  const [row] = await db
    .select({ ...columnsOf(planning), withdrawnAt: planning.withdrawnAt })
    .from(planning)
    .where(and(hasKey(planning, key), inCity(planning, city_code)))
    .orderBy(...nearest(planning))
    .limit(1)
  return shownOrWithdrawn(row)
}

/** Promotions: general ones and a city's own; without a city all. */
export async function findPromotions(
  db: Database,
  input: ParsedInputOf<typeof listPromotions>,
): Promise<DataOf<typeof listPromotions>> {
  const asked = and(ofCity(db, promotion, input.city_code), ofVisibleSchool(promotion.schoolId))
  const { limit, offset } = rowsOf(input)
  const rows = await db
    .select({
      ...columnsOf(promotion),
      paid: promotion.paid,
      school: { id: school.id, name: school.name, recipient: recipientOf(promotion.schoolId) },
      total: db.$count(promotion, asked),
    })
    .from(promotion)
    .leftJoin(school, and(eq(school.id, promotion.schoolId), visible(school)))
    .where(asked)
    .orderBy(...orderOf(promotion, input))
    .limit(limit)
    .offset(offset)
  const shown = rows.map(({ school: about, ...row }) => ({ ...row, school: about && withoutNulls(about) }))
  return countedPage(input, shown, toListed, () => db.$count(promotion, asked))
}

/** A city's own articles, and general ones whose slug the city has no article of its own for. */
function ofCity(db: Database, table: ArticleTable, city: CityCode | undefined): SQL | undefined {
  if (city === undefined) return visible(table)
  const own = alias(table, 'own')
  const ownOfSameSlug = db
    .select({ one: sql`1` })
    .from(own)
    .where(and(visible(own), eq(own.cityCode, city), eq(own.slug, table.slug)))
  return and(
    visible(table),
    or(eq(table.cityCode, city), and(isNull(table.cityCode), notExists(ownOfSameSlug))),
  )
}

/** Condition on an article's id or slug; digits alone are an id. */
function hasKey(table: ArticleTable, key: string): SQL {
  return /^\d{1,9}$/.test(key) ? eq(table.id, Number(key)) : eq(table.slug, key)
}

/** Condition: general articles and a city's own, withdrawn ones included; without a city all. */
function inCity(table: ArticleTable, city: CityCode | undefined): SQL | undefined {
  return and(importCommitted(table), city && or(eq(table.cityCode, city), isNull(table.cityCode)))
}

/** Order: visible before withdrawn, a city's own before the general one (nulls last). */
function nearest(table: ArticleTable): SQL[] {
  return [sql`${table.withdrawnAt} is not null`, asc(table.cityCode), asc(table.id)]
}

function columnsOf(table: ArticleTable) {
  return {
    id: table.id,
    slug: table.slug,
    cityCode: table.cityCode,
    title: table.title,
    summary: table.summary,
    body: table.body,
    picture: table.picture,
    updatedAt: table.updatedAt,
  }
}

function orderOf(table: ArticleTable, { sort }: Input): SQL[] {
  const usual = [asc(table.position), asc(table.id)]
  return sort === 'newest' ? [desc(table.updatedAt), ...usual] : usual
}

function shownOrWithdrawn<Row extends ArticleRow & { withdrawnAt: Date | null }>(given: Row | undefined) {
  if (given === undefined) return undefined
  const { withdrawnAt, ...row } = given
  return withdrawnAt === null ? toArticle(row) : 'withdrawn'
}

type ArticleRow = { cityCode: string | null; updatedAt: Date }

function toArticle<Row extends ArticleRow>(given: Row) {
  const { cityCode, updatedAt, ...row } = given
  return { ...withoutNulls(row), city_code: cityCodeOf(cityCode), updated_at: updatedAt.toISOString() }
}

function toListed<Row extends ArticleRow & { total: number }>({ total: _total, ...row }: Row) {
  return toArticle(row)
}
