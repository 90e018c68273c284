import { sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { schoolColumn } from '#server/contract/catalogue/school-columns.ts'
import { coreFacts } from '#server/contract/catalogue/school-facts.ts'
import { cities } from '#server/contract/cities.ts'
import {
  addressPartSize,
  type AddressKind,
  type listAddresses,
  type listAddressParts,
} from '#server/contract/articles/addresses.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'
import {
  course,
  env,
  graduate,
  news,
  openDay,
  planning,
  question,
  school,
  schoolFee,
  schoolSection,
  schoolView,
  teacher,
} from '../schema/index.ts'

/** Source of addresses: rows with `id`, which orders and partitions them, and `changed`. */
type Source = {
  rows: SQL
  /** Columns besides these two. */
  more?: readonly ('school_id' | 'slug' | 'city_codes')[]
  /** Addresses of one row at most. */
  addresses?: number
}

type ChildTable = typeof teacher | typeof graduate | typeof schoolView | typeof question | typeof env

/** When the newest of a school's rows in a table changed; null when it has none. */
function newest(table: ChildTable, more: SQL = sql`true`): SQL {
  return sql`(select max(${table.updatedAt}) from ${table}
    where ${table.schoolId} = ${school.id} and ${visible(table)} and ${more})`
}

/** Schools whose page has content; `filled` is a condition and `changed` a time, both over the school's row. */
function schoolsWith({ filled, changed }: { filled?: SQL; changed: SQL }): Source {
  return {
    rows: sql`select id, greatest(updated, part) as changed from (
      select ${school.id} as id, ${school.updatedAt} as updated, ${changed} as part from ${school}
      where ${visible(school)} and ${filled ?? sql`true`}) parts ${filled ? sql`` : sql`where part is not null`}`,
  }
}

/** Condition on a school: all its core facts are known. */
export const knowsCoreFacts = sql.join(
  coreFacts.map((name) =>
    schoolColumn(name).value.type === 'terms'
      ? sql`cardinality(${school[name]}) > 0`
      : sql`${school[name]} is not null`,
  ),
  sql` and `,
)

const hasText = (part: string) =>
  sql`exists (select from ${schoolSection} where ${schoolSection.schoolId} = ${school.id} and ${schoolSection.part} = ${part})`

function itemsOfSchools(table: typeof graduate | typeof schoolView): Source {
  return {
    rows: sql`select ${table.id} as id, ${table.schoolId} as school_id, ${table.updatedAt} as changed
      from ${table} join ${school} on ${school.id} = ${table.schoolId}
      where ${visible(table)} and ${visible(school)}`,
    more: ['school_id'],
  }
}

/** Articles; a general one has an address in every city without an own article of the same slug. */
function articles(table: typeof course | typeof planning): Source {
  const own = alias(table, 'own')
  const ownOfCity = sql`select from ${table} as own
    where ${own.slug} = ${table.slug} and ${own.cityCode} = given.code and ${visible(own)}`
  const codes = sql.join(
    cities.map(({ code }) => sql`(${code})`),
    sql`, `,
  )
  return {
    rows: sql`select ${table.id} as id, ${table.slug} as slug, ${table.updatedAt} as changed,
      case when ${table.cityCode} is null
        then array(select given.code from (values ${codes}) given (code) where not exists (${ownOfCity}))
        else array[${table.cityCode}] end as city_codes
      from ${table} where ${visible(table)}`,
    more: ['slug', 'city_codes'],
    addresses: cities.length,
  }
}

function sourceOf(kind: AddressKind, now: Date): Source {
  const moment = sql`${now.toISOString()}::timestamptz`
  const sources: Record<AddressKind, () => Source> = {
    schools: () => schoolsWith({ filled: knowsCoreFacts, changed: sql`null::timestamptz` }),
    'school-about': () =>
      schoolsWith({
        filled: sql`(${hasText('about')} or ${newest(env)} is not null)`,
        changed: newest(env),
      }),
    'school-admissions': () =>
      schoolsWith({
        filled: sql`(${school.tuitionMin} is not null or ${hasText('admissions')}
          or exists (select from ${schoolFee} where ${schoolFee.schoolId} = ${school.id}))`,
        changed: sql`null::timestamptz`,
      }),
    'school-teachers': () => schoolsWith({ changed: newest(teacher) }),
    'school-graduates': () => schoolsWith({ changed: newest(graduate) }),
    'school-news': () => schoolsWith({ changed: newest(schoolView) }),
    'school-faq': () => schoolsWith({ changed: newest(question, sql`${question.state} = 'shown'`) }),
    graduates: () => itemsOfSchools(graduate),
    views: () => itemsOfSchools(schoolView),
    news: () => ({
      rows: sql`select ${news.id} as id, greatest(${news.updatedAt}, ${news.publishedAt}) as changed from ${news}
        where ${visible(news)} and ${news.publishedAt} <= ${moment}`,
    }),
    'open-days': () => ({
      rows: sql`select ${openDay.id} as id, ${openDay.updatedAt} as changed from ${openDay}
        where ${visible(openDay)} and ${ofVisibleSchool(openDay.schoolId)} and ${openDay.cancelledAt} is null
          and ${openDay.endsAt} > ${moment}`,
    }),
    courses: () => articles(course),
    plannings: () => articles(planning),
  }
  return sources[kind]()
}

/** Ids of one part, so that it never holds more addresses than it may. */
function widthOf({ addresses = 1 }: Source): number {
  return Math.floor(addressPartSize / addresses)
}

/** The parts of one kind that hold anything. One statement. */
export async function findAddressParts(
  db: Database,
  kind: AddressKind,
  now: Date,
): Promise<DataOf<typeof listAddressParts>> {
  const source = sourceOf(kind, now)
  const { rows } = await db.execute<{ part: number; rows: number; changed: string }>(sql`
    select (id - 1) / ${widthOf(source)}::int + 1 as part, count(*)::int as rows, ${iso(sql`max(changed)`)} as changed
    from (${source.rows}) source group by 1 order by 1`)
  return rows.map(({ changed, ...part }) => ({ kind, ...part, changed_at: changed }))
}

/** Rows of a part after an id. One statement that reads no more than it answers. */
export async function findAddresses(
  db: Database,
  { kind, part, after, limit }: ParsedInputOf<typeof listAddresses>,
  now: Date,
): Promise<DataOf<typeof listAddresses>> {
  const source = sourceOf(kind, now)
  const { more = [] } = source
  const width = widthOf(source)
  const from = Math.max(after, (part - 1) * width)
  const columns = sql.raw(['id', ...more].join(', '))
  type Row = { id: number; school_id?: number; slug?: string; city_codes?: string[]; changed: string }
  const { rows } = await db.execute<Row>(sql`
    select ${columns}, ${iso(sql`changed`)} as changed from (${source.rows}) source
    where id > ${from} and id <= ${part * width} order by id limit ${limit}`)
  const last = rows.at(-1)?.id
  return {
    items: rows.map(({ changed, city_codes: codes, ...row }) => ({
      ...row,
      ...(codes === undefined ? {} : { city_codes: codes.map((code) => cityCodeOf(code)) }),
      changed_at: changed,
    })),
    ...(rows.length < limit || last === undefined ? {} : { next: last }),
  }
}

/** A moment as the contract writes it, whole milliseconds. */
export function iso(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
