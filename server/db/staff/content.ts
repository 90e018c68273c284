import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { importRun, school } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { hasCondition } from './school-facts.ts'

/** A table of content as lists of staff read it, with the column of its title. */
export type ListedTable = { table: string; title: string; columns: readonly string[] }

type Filter = {
  q?: string | undefined
  city_code?: string | undefined
  schoolId: number | undefined
  /** Of schools: what the site has of a fact. */
  having?: Parameters<typeof hasCondition>[1] | undefined
  page: number
  page_size: number
}

/** A row of such a list. */
export type ListedRow = {
  id: number
  title: string
  school_id: number | null
  school: string | null
  city_code: string | null
  updated_at: string
  withdrawn_at: string | null
}

/** A page of a table's rows, withdrawn ones included and those of a running import left out, the latest change first. */
export async function findListedContent(
  db: Database,
  { table, title, columns }: ListedTable,
  { q, city_code: city, schoolId, having, ...page }: Filter,
): Promise<{ rows: ListedRow[]; total: number }> {
  const isSchool = table === 'school'
  const ofSchool = isSchool
    ? sql`t.id`
    : columns.includes('school_id')
      ? sql`t.school_id`
      : sql`null::integer`
  const inCity = isSchool || columns.includes('city_code') ? sql`t.city_code` : sql`s.city_code`
  const where: SQL[] = [
    sql`t.run is distinct from (select ${importRun.id} from ${importRun})`,
    ...(q === undefined
      ? []
      : [
          sql`(t.${sql.identifier(title)} ilike ${`%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} or t.id::text = ${q})`,
        ]),
    ...(city === undefined ? [] : [sql`${inCity} = ${city}`]),
    ...(having === undefined
      ? []
      : [sql`t.withdrawn_at is null`, sql`t.state <> 'closed'`, hasCondition(sql`t`, having)]),
    ...(schoolId === undefined ? [] : [sql`${ofSchool} = ${schoolId}`]),
  ]
  const from = sql`from ${sql.identifier(table)} t left join ${withHidden(school)} s on s.id = ${ofSchool}
    where ${sql.join(where, sql` and `)}`
  const { limit, offset } = rowsOf(page)
  const { rows } = await db.execute<ListedRow>(sql`
    select t.id, t.${sql.identifier(title)} as title, ${ofSchool} as school_id, s.name as school,
      ${inCity} as city_code, t.updated_at::text as updated_at, t.withdrawn_at::text as withdrawn_at
    ${from} order by t.updated_at desc, t.id desc limit ${limit} offset ${offset}`)
  const counted = await db.execute<{ total: number }>(sql`select count(*)::integer as total ${from}`)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
