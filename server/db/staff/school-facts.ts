import { sql, type SQL } from 'drizzle-orm'
import {
  columnsOfFact,
  schoolColumn,
  statedFacts,
  type StatedFact,
} from '#server/contract/catalogue/school-columns.ts'
import { coreFacts } from '#server/contract/catalogue/school-facts.ts'
import type { FactCondition, LackedFact } from '#server/contract/staff/school-facts.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { listTables } from '../content/school-lists.ts'
import { clue, collect, school, schoolStatement } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'

/** Whether a fact of the school that an alias names is known. */
export function isKnown(fact: StatedFact, of: SQL): SQL {
  const list = listTables.find(({ name }) => name === (fact === 'bus_lines' ? 'bus_stops' : fact))
  if (list !== undefined)
    return sql`exists (select from ${sql.identifier(list.table)} part where part.school_id = ${of}.id)`
  const isSeveral = schoolColumn(fact).value.type === 'terms'
  const known = columnsOfFact(fact).map((name) => {
    const column = sql`${of}.${sql.identifier(name)}`
    return isSeveral ? sql`cardinality(${column}) > 0` : sql`${column} is not null`
  })
  return sql`(${sql.join(known, sql` or `)})`
}

/** The days of a fact's life; null for one that stays true. */
function lifeOf(fact: StatedFact): SQL {
  const { lifeDays = Infinity } = schoolColumn(fact)
  return lifeDays === Infinity ? sql`null::integer` : sql`${lifeDays}::integer`
}

/** The day to which a statement's facts apply, else the day on which it came. */
const dayOfStatement = sql`coalesce(s.source_date, s.received_on)`

/** Whether the site has so much of a fact of the school that an alias names, on a day. */
export function hasCondition(
  of: SQL,
  { fact, condition, today }: { fact: StatedFact; condition: FactCondition; today: string },
): SQL {
  const known = isKnown(fact, of)
  const isNotPublished = sql`${fact} = any(${of}.not_published)`
  if (condition === 'known') return known
  if (condition === 'not_published') return sql`(not ${known} and ${isNotPublished})`
  if (condition === 'missing') return sql`(not ${known} and not ${isNotPublished})`
  const day = sql`(select ${dayOfStatement} from ${schoolStatement} s
    where s.school_id = ${of}.id and s.value is null and ${fact} = any(s.facts) limit 1)`
  return sql`(${known} and ${conditionOfDay(condition, lifeOf(fact), day, today)})`
}

function conditionOfDay(condition: 'fresh' | 'stale' | 'undated', life: SQL, day: SQL, today: string): SQL {
  const isStale = sql`coalesce(${day} + ${life} < ${today}::date, false)`
  const isUndated = sql`(${life} is not null and ${day} is null)`
  if (condition === 'stale') return isStale
  return condition === 'undated' ? isUndated : sql`(not ${isStale} and not ${isUndated})`
}

/** How many schools of a city have so much of a fact. */
export type FactCount = { city_code: string; fact: StatedFact; schools: number } & Record<
  FactCondition,
  number
>

/** The counts of every fact by city: of schools that visitors see and that are not closed. */
export async function countFactConditions(db: Database, today: string): Promise<FactCount[]> {
  const of = sql`${school}`
  const facts = statedFacts.map(
    (fact) => sql`(${fact}::text, ${isKnown(fact, of)}, ${fact} = any(${of}.not_published), ${lifeOf(fact)})`,
  )
  const ofDay = (condition: 'fresh' | 'stale' | 'undated') =>
    sql`count(*) filter (where f.known and ${conditionOfDay(condition, sql`f.life`, sql`st.day`, today)})::integer`
  const { rows } = await db.execute<FactCount>(sql`
    with st as (
      select s.school_id, unnest(s.facts) as fact, ${dayOfStatement} as day
      from ${schoolStatement} s where s.value is null
    )
    select ${of}.city_code, f.fact, count(*)::integer as schools,
      count(*) filter (where f.known)::integer as known,
      count(*) filter (where not f.known and f.silent)::integer as not_published,
      count(*) filter (where not f.known and not f.silent)::integer as missing,
      ${ofDay('fresh')} as fresh, ${ofDay('stale')} as stale, ${ofDay('undated')} as undated
    from ${school}
      cross join lateral (values ${sql.join(facts, sql`, `)}) as f(fact, known, silent, life)
      left join st on st.school_id = ${of}.id and st.fact = f.fact
    where ${visible(school)} and ${of}.state <> 'closed'
    group by ${of}.city_code, f.fact`)
  return rows
}

/** The facts without which parents cannot choose: those of every page, and what it costs. */
const wantedFacts: readonly StatedFact[] = [...coreFacts, 'tuition_min']

/** SQL of a query `demand`: how often each school is a favourite or was asked for, where it is or was. */
export const demand = sql`demand as (
  select school_id, count(*)::integer as times, count(*) filter (where is_favourite)::integer as favourites
  from (select school_id, true as is_favourite from ${collect}
    union all select school_id, false from ${clue} where school_id is not null) wanted
  group by school_id)`

/** Lacked facts, those of most schools and of the most wanted ones first: see `getCompleteness`. */
export async function findLackedFacts(db: Database, cityCode: string | undefined): Promise<LackedFact[]> {
  const of = sql`${school}`
  const facts = wantedFacts.map(
    (fact) => sql`(${fact}::text, not ${isKnown(fact, of)} and not ${fact} = any(${of}.not_published))`,
  )
  const { rows } = await db.execute<Omit<LackedFact, 'city_code'> & { city_code: string }>(sql`
    with ${demand}
    select ${of}.city_code, f.fact, count(*)::integer as missing,
      coalesce(sum(demand.favourites), 0)::integer as favourites,
      coalesce(sum(demand.times - demand.favourites), 0)::integer as requests,
      (count(*) + coalesce(sum(demand.times), 0))::integer as score
    from ${school}
      cross join lateral (values ${sql.join(facts, sql`, `)}) as f(fact, lacking)
      left join demand on demand.school_id = ${of}.id
    where ${visible(school)} and ${of}.state <> 'closed' and f.lacking
      ${cityCode === undefined ? sql`` : sql`and ${of}.city_code = ${cityCode}`}
    group by ${of}.city_code, f.fact
    order by score desc, missing desc, 1, 2 limit 12`)
  return rows.map((row) => ({ ...row, city_code: cityCodeOf(row.city_code) }))
}
