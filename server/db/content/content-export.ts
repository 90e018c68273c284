import { sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { childrenOf, factsOf, type ContentTable } from './content-import.ts'
import { listsOf, type SchoolLists } from './school-lists.ts'
import { importCommitted } from '../visible-rows.ts'
import { school, schoolName, schoolSection } from '../schema/index.ts'

/** Reference to a school in exported rows. */
export type ExportedReference = {
  key: string | null
  name: string
  city_code: string
  district: string | null
  address: string | null
  /** Whether another school of the city has the name. */
  ambiguous: boolean
}
/** An exported row of content with its school and its open day. */
export type ExportedContent = {
  id: number
  facts: Record<string, unknown>
  children: Record<string, unknown>[]
  school: ExportedReference | null
  openDay: { key: string | null; title: string; school: ExportedReference | null } | null
}

const referenceTo = (id: string) =>
  sql.raw(`(select jsonb_build_object('key', s.key, 'name', s.name, 'city_code', s.city_code,
  'district', s.district, 'address', s.address, 'ambiguous', exists (select from school o where o.id <> s.id
    and split_part(o.identity, chr(10), 1) = split_part(s.identity, chr(10), 1)))
  from school s where s.id = ${id})`)

/** The next rows after an id, in the order of their ids. Of questions only those that are shown. */
export async function nextContent(
  db: Database,
  content: ContentTable,
  after: number,
  limit: number,
): Promise<ExportedContent[]> {
  const shown = content.table === 'question' ? sql`and t.state = 'shown'` : sql``
  const ofSchool = content.columns.includes('school_id') ? referenceTo('t.school_id') : sql`null`
  const ofOpenDay = content.columns.includes('open_day_id')
    ? sql`(select jsonb_build_object('key', d.key, 'title', d.title, 'school', ${referenceTo('d.school_id')})
        from open_day d where d.id = t.open_day_id)`
    : sql`null`
  const { rows } = await db.execute<ExportedContent>(sql`
    select t.id, ${factsOf(content)} as facts, ${childrenOf(content)} as children, ${ofSchool} as school,
      ${ofOpenDay} as "openDay"
    from ${sql.identifier(content.table)} t
    where t.id > ${after} and t.run is distinct from (select id from import_run) ${shown}
    order by t.id limit ${limit}`)
  return rows
}

/** References to schools by id. */
export async function referencesOfSchools(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, ExportedReference>> {
  const { rows } = await db.execute<{ id: number; reference: ExportedReference }>(sql`
    select given.id, ${referenceTo('given.id')} as reference
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) value, lateral (select value::text::integer as id) given`)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

/** An exported school. */
export type ExportedSchool = {
  id: number
  facts: Record<string, unknown>
  successorKey: string | null
  names: { kind: string; name: string }[]
  sections: { part: string; title: string; body: string }[]
  lists: SchoolLists
}

/** The next schools after an id, withdrawn ones included, in the order of their ids. */
export function nextSchools(db: Database, after: number, limit: number): Promise<ExportedSchool[]> {
  return readSchools(db, sql`${school.id} > ${after}`, limit)
}

/** The schools with some ids, withdrawn ones included, in the order of their ids. One statement. */
export function exportedSchools(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<ExportedSchool[]> {
  return readSchools(db, sql`${school.id} = any(${sql.param(ids)}::integer[])`, ids.length)
}

async function readSchools(db: Database | Transaction, where: SQL, limit: number): Promise<ExportedSchool[]> {
  const { rows } = await db.execute<ExportedSchool>(sql`
    select ${school.id}, to_jsonb(school) as facts,
      (select s.key from school s where s.id = school.successor_id) as "successorKey",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'name', n.name) order by n.name collate "C"), '[]')
        from ${schoolName} n where n.school_id = school.id) as names,
      (select coalesce(jsonb_agg(jsonb_build_object('part', t.part, 'title', t.title, 'body', t.body)
        order by t.part, t.position), '[]') from ${schoolSection} t where t.school_id = school.id) as sections,
      ${listsOf('school.id')} as lists
    from ${school} where ${where} and ${importCommitted(school)} order by school.id limit ${limit}`)
  return rows
}
