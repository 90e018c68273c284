import { and, asc, desc, eq, ilike, sql } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { event, importRun, openDay, school, staffMember } from '../schema/index.ts'
import { importCommitted, withHidden } from '../visible-rows.ts'
import type { ListedTable } from './content.ts'

/** A text that titles hold; `schoolId`: of one school alone; `limit`: most rows. */
type Sought = { q: string; schoolId: number | undefined; limit: number }

type TitledRow = { kind: string; id: number; title: string; school: string | null; withdrawn: boolean }

/**
 * Rows of content whose title holds a text, the latest change first, those of a running import left out. Schools only where they
 * are withdrawn: others are found by all their names.
 */
export async function findTitledContent(
  db: Database,
  tables: readonly (ListedTable & { kind: string })[],
  { q, schoolId, limit }: Sought,
): Promise<TitledRow[]> {
  const parts = tables.map(({ kind, table, title, columns }) => {
    const isSchool = table === 'school'
    const ofSchool = isSchool
      ? sql`t.id`
      : columns.includes('school_id')
        ? sql`t.school_id`
        : sql`null::integer`
    const name = sql`t.${sql.identifier(title)}`
    return sql`(select ${kind}::text as kind, t.id, ${name} as title,
        ${isSchool ? sql`null` : sql`s.name`} as school, t.withdrawn_at is not null as withdrawn, t.updated_at
      from ${sql.identifier(table)} t left join ${withHidden(school)} s on s.id = ${ofSchool}
      where t.run is distinct from (select ${importRun.id} from ${importRun}) and ${name} ilike ${containing(q)}
        and ${isSchool ? sql`t.withdrawn_at is not null` : sql`true`}
        and ${schoolId === undefined ? sql`true` : sql`${ofSchool} = ${schoolId}`}
      order by t.updated_at desc limit ${limit})`
  })
  const { rows } = await db.execute<TitledRow>(
    sql`select kind, id, title, school, withdrawn from (${sql.join(parts, sql` union all `)}) found
      order by updated_at desc, kind, id limit ${limit}`,
  )
  return rows
}

/** Open days whose title or school's name holds a text, the latest first. */
export function findTitledOpenDays(db: Database, { q, schoolId, limit }: Sought) {
  return db
    .select({
      id: openDay.id,
      title: openDay.title,
      school: school.name,
      startsAt: openDay.startsAt,
      withdrawnAt: openDay.withdrawnAt,
    })
    .from(openDay)
    .leftJoin(withHidden(school), eq(school.id, openDay.schoolId))
    .where(
      and(
        importCommitted(openDay),
        sql`concat(${openDay.title}, ' ', ${school.name}) ilike ${containing(q)}`,
        schoolId === undefined ? undefined : eq(openDay.schoolId, schoolId),
      ),
    )
    .orderBy(desc(openDay.startsAt), desc(openDay.id))
    .limit(limit)
}

/** Events whose title holds a text, the latest first. */
export function findTitledEvents(db: Database, q: string, limit: number) {
  return db
    .select({ id: event.id, title: event.title, startsAt: event.startsAt, withdrawnAt: event.withdrawnAt })
    .from(event)
    .where(and(importCommitted(event), ilike(event.title, containing(q))))
    .orderBy(desc(event.startsAt), desc(event.id))
    .limit(limit)
}

/** Members whose name holds a text, those who have ended last. */
export function findNamedMembers(db: Database, q: string, limit: number) {
  return db
    .select({
      id: staffMember.id,
      name: staffMember.name,
      role: staffMember.role,
      closedAt: staffMember.closedAt,
    })
    .from(staffMember)
    .where(ilike(staffMember.name, containing(q)))
    .orderBy(sql`${staffMember.closedAt} is not null`, asc(staffMember.name), asc(staffMember.id))
    .limit(limit)
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
