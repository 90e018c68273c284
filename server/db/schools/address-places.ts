import { sql, type SQL } from 'drizzle-orm'
import { stages } from '#server/contract/vocabulary.ts'
import { cities } from '#server/contract/cities.ts'
import type { listPlaces } from '#server/contract/articles/addresses.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { iso } from '../articles/addresses.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'
import { course, news, openDay, planning, promotion, ranking, school } from '../schema/index.ts'

type Places = DataOf<typeof listPlaces>
type Page = Places['cities'][number]['page']
type ByCity =
  typeof news | typeof openDay | typeof course | typeof planning | typeof promotion | typeof ranking

/** Addresses of lists with content: of every city, of terms with schools, of months with open days. */
export async function findPlaces(db: Database, now: Date): Promise<Places> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const [lists, schools, months] = [
    await readLists(db, moment),
    await readWords(db),
    await readMonths(db, moment),
  ]
  const own = schools.filter(({ word }) => word === undefined)
  const ofSchools = (page: Page) => own.map(({ city_code, changed_at }) => ({ page, city_code, changed_at }))
  const isStaged = ({ city_code: code }: Pick<Places['schools'][number], 'city_code'>) =>
    schools.some(({ city_code, word }) => city_code === code && stages.some(({ slug }) => slug === word))
  return { cities: [...ofSchools('home'), ...ofSchools('grade').filter(isStaged), ...lists], schools, months }
}

async function readLists(db: Database, now: SQL): Promise<Places['cities']> {
  const list = (page: Page, table: ByCity, more: SQL = sql`true`) => sql`
    select ${page}::text as page, ${table.cityCode} as city_code, max(${table.updatedAt}) as changed from ${table}
    where ${visible(table)} and ${more} group by ${table.cityCode}`
  const lists = [
    list('toplist', ranking),
    list('news', news, sql`${news.publishedAt} <= ${now}`),
    list('openday', openDay, ofVisibleSchool(openDay.schoolId)),
    list('course', course),
    list('planning', planning),
    list('promote', promotion, ofVisibleSchool(promotion.schoolId)),
  ]
  const { rows } = await db.execute<{ page: Page; city_code: string; changed: string }>(sql`
    select page, given.code as city_code, ${iso(sql`max(changed)`)} as changed
    from (${sql.join(lists, sql` union all `)}) list
    join (values ${codes}) given (code) on given.code = coalesce(list.city_code, given.code)
    group by 1, 2 order by 2, 1`)
  return rows.map(({ page, city_code, changed }) => ({
    page,
    city_code: cityCodeOf(city_code),
    changed_at: changed,
  }))
}

const codes = sql.join(
  cities.map(({ code }) => sql`(${code})`),
  sql`, `,
)

async function readWords(db: Database): Promise<Places['schools']> {
  const { rows } = await db.execute<{ city_code: string; word: string | null; changed: string }>(sql`
    select city_code, word, ${iso(sql`max(updated_at)`)} as changed
    from ${school}, unnest(stages || curricula || array[kind, district, null]) word
    where ${visible(school)} and ${school.state} <> 'closed'
    group by 1, 2 order by 1, 2 nulls first`)
  return rows.map(({ city_code, word, changed }) => ({
    city_code: cityCodeOf(city_code),
    ...(word === null ? {} : { word }),
    changed_at: changed,
  }))
}

async function readMonths(db: Database, now: SQL): Promise<Places['months']> {
  const local = (moment: SQL) => sql`(${moment} at time zone 'Asia/Shanghai')`
  const { rows } = await db.execute<{ city_code: string; month: string; changed: string }>(sql`
    select city_code, to_char(${local(sql`starts_at`)}, 'YYYY-MM') as month, ${iso(sql`max(updated_at)`)} as changed
    from ${openDay} where ${visible(openDay)} and ${ofVisibleSchool(openDay.schoolId)} and ${local(sql`starts_at`)} >= date_trunc('day', ${local(now)})
      and starts_at < ${now} + interval '18 months'
    group by 1, 2 order by 1, 2`)
  return rows.map(({ city_code, month, changed }) => ({
    city_code: cityCodeOf(city_code),
    month,
    changed_at: changed,
  }))
}
