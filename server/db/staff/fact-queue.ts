import { sql, type SQL } from 'drizzle-orm'
import { schoolColumn, statedFacts, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import type { Database } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { school, schoolStatement } from '../schema/index.ts'
import { demand } from './school-facts.ts'
import { visible } from '../visible-rows.ts'

type Asked = { city_code?: string | undefined; page: number; page_size: number }

/** Facts of a school that wait for an editor, since the day of their statement, and how often the school is wanted. */
export type WaitingFacts = { school_id: number; since: string; facts: StatedFact[]; wanted: number }

const dayOfStatement = sql`coalesce(s.source_date, s.received_on)`

const inCity = ({ city_code: city }: Asked) =>
  city === undefined ? sql`` : sql`and ${school.cityCode} = ${city}`

/** Those that are old and wanted first; the day of a statement that has none says nothing of its age. */
async function pageOf(
  db: Database,
  waiting: SQL,
  asked: Asked,
  today: string,
): Promise<{ rows: WaitingFacts[]; total: number }> {
  const { limit, offset } = rowsOf(asked)
  const { rows } = await db.execute<WaitingFacts>(
    sql`with ${demand}
      select waiting.*, coalesce(demand.times, 0) as wanted
      from (${waiting}) waiting left join demand using (school_id)
      order by coalesce(${today}::date - nullif(since, '')::date, 0) * (1 + coalesce(demand.times, 0)) desc, since, school_id, facts
      limit ${limit} offset ${offset}`,
  )
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from (${waiting}) waiting`,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Facts past their life on a day, those of one statement together. */
export function findStaleFacts(db: Database, asked: Asked, today: string) {
  const lives = statedFacts.flatMap((fact) => {
    const { lifeDays = Infinity } = schoolColumn(fact)
    return lifeDays === Infinity ? [] : [sql`(${fact}::text, ${lifeDays}::integer)`]
  })
  return pageOf(
    db,
    sql`select s.school_id, ${dayOfStatement}::text as since, array_agg(life.fact) as facts
      from ${schoolStatement} s
        join (values ${sql.join(lives, sql`, `)}) as life(fact, days) on life.fact = any(s.facts)
        join ${school} on ${school.id} = s.school_id
      where ${visible(school)} and ${school.state} <> 'closed' ${inCity(asked)} and s.value is null and ${dayOfStatement} + life.days < ${today}::date
      group by s.school_id, s.position, ${dayOfStatement}`,
    asked,
    today,
  )
}

/** Facts of which another source says something else. */
export function findContradictions(db: Database, asked: Asked, today: string) {
  return pageOf(
    db,
    sql`select s.school_id, coalesce(min(${dayOfStatement})::text, '') as since, s.facts
      from ${schoolStatement} s join ${school} on ${school.id} = s.school_id
      where ${visible(school)} and ${school.state} <> 'closed' ${inCity(asked)} and s.value is not null
      group by s.school_id, s.facts`,
    asked,
    today,
  )
}
