import { sql, type SQL } from 'drizzle-orm'
import { cityOfCode, type CityCode } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { suggestSchools as suggestEndpoint } from '#server/contract/schools/schools.ts'
import { kinds, labelOf, stages } from '#server/contract/vocabulary.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { school, schoolName, schoolSearch } from '../schema/index.ts'
import { nextOpenDayOf } from '../next-open-day.ts'
import { comparable, fold } from './search-fold.ts'
import { readQuery } from './search-query.ts'
import { closedRank } from './search-row.ts'
import type { SearchStep } from './search-step.ts'
import { matches } from './search-matches.ts'

/**
 * Relevance rank of a row of `school_search`: 0 equals its name, 1 another of its names, 2 prefix of one, 3 substring of a
 * school that is not closed, or begins with what the text abbreviates, 4 else.
 */
export function relevanceRank(compared: string, { spellings, meant = [] }: SearchStep): SQL {
  if (spellings.length > 0) return rankOfSpellings(spellings)
  const whole = sql`strpos(names, ${`\n${compared}\n`})`
  const holds = [compared, ...meant.map((name) => `\n${name}`)].map((text) => sql`strpos(names, ${text}) > 0`)
  return sql`case
    when strpos(names, ${`\n${compared}`}) = 0
      then case when rank < ${closed} and (${sql.join(holds, sql` or `)}) then 3 else 4 end
    when ${whole} = 0 then 2
    when ${whole} < strpos(names, e'\t') then 0
    else 1 end`
}

const closed = sql.raw(String(closedRank))

/** The same for spellings that were not typed, which are letters alone. */
function rankOfSpellings(spellings: readonly string[]): SQL {
  const [only, ...others] = spellings
  if (only !== undefined && others.length === 0)
    return sql`case when strpos(names, ${`\n${only}`}) > 0 then 2 when strpos(names, ${only}) > 0 and rank < ${closed} then 3 else 4 end`
  const one = `(?:${spellings.join('|')})`
  return sql`case when names ~ ${`\n${one}`} then 2 when names ~ ${one} and rank < ${closed} then 3 else 4 end`
}

/** Whether a school's name, in one city or any, begins with a text; the city and district before it do not count. */
export async function beginsName(
  db: Database,
  typed: string,
  cityCode: string | undefined,
): Promise<boolean> {
  const { exact, compared } = readQuery(typed)
  if (compared === '') return false
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${schoolSearch}
      where ${matches(exact, cityCode)} and strpos(names, ${`\n${compared}`}) > 0 and ${visible(schoolSearch)}) as found`)
  return rows[0]?.found === true
}

const mostSuggestions = 10

type SuggestionRow = {
  id: number
  name: string
  city_code: string
  district: string | null
  kind: string | null
  stages: string[]
  names: { kind: string; name: string }[] | null
  next_open_day: string | null
}

/** A school that a text suggests; `nextOpenDay` can still be booked. */
export type SuggestedSchool = {
  id: number
  name: string
  hint: string
  cityCode: CityCode
  nextOpenDay?: Date
}

function hintOf(row: SuggestionRow, typed: string, inOneCity: boolean): string {
  const folded = comparable(fold(typed))
  const contains = (name: string) => comparable(fold(name)).includes(folded)
  const other = contains(row.name) ? undefined : row.names?.find(({ name }) => contains(name))
  const place = row.district === null ? undefined : districtOf(row.city_code, row.district)?.name
  const words = [
    other && `${other.kind === 'former' ? '曾用名' : '又名'}${other.name}`,
    `${inOneCity && place !== undefined ? '' : (cityOfCode(row.city_code)?.name ?? '')}${place ?? ''}`,
    row.kind === null ? row.stages.map((slug) => labelOf(stages, slug)).join('、') : labelOf(kinds, row.kind),
  ]
  return words.filter(Boolean).join(' · ')
}

async function findSuggestions(db: Database, where: SQL, relevance: SQL): Promise<SuggestionRow[]> {
  const { rows } = await db.execute<SuggestionRow>(sql`
    with nearest as (
      select school_id, ${relevance} as relevance, rank from ${schoolSearch}
      where ${where} and ${visible(schoolSearch)} order by relevance, rank, school_id limit ${mostSuggestions})
    select s.id, s.name, s.city_code, s.district, s.kind, s.stages,
      (select json_agg(json_build_object('kind', n.kind, 'name', n.name)) from ${schoolName} as n where n.school_id = s.id) as names,
      ${nextOpenDayOf(sql`s.id`)} as next_open_day
    from nearest join ${withHidden(school)} as s on s.id = nearest.school_id
    order by nearest.relevance, nearest.rank, s.id`)
  return rows
}

/** Schools by any name, its pinyin or initials, as typed: without what else a text may mean. `only`: no other school. */
export async function findNamedSchools(db: Database, q: string, only: number | undefined) {
  const { exact, compared } = readQuery(q)
  if (compared === '') return []
  const which = only === undefined ? sql`true` : sql`school_id = ${only}`
  const named = sql`${matches(exact, undefined)} and ${which}`
  const rows = await findSuggestions(db, named, relevanceRank(compared, exact))
  return rows.map((row) => ({ id: row.id, name: row.name, hint: hintOf(row, q, false) }))
}

/**
 * Suggestions while typing, by relevance; the hint names the place and the other name that matched. One statement, and
 * one more for each fallback while nothing matches.
 */
export async function findSuggestedSchools(
  db: Database,
  { q, city_code: cityCode }: ParsedInputOf<typeof suggestEndpoint>,
): Promise<SuggestedSchool[]> {
  const { exact, fallbacks, compared } = readQuery(q)
  const read = (step: SearchStep) =>
    findSuggestions(db, matches(step, cityCode), relevanceRank(compared, step))
  let rows = await read(exact)
  if (rows.length === 0) {
    for (const step of fallbacks()) {
      rows = await read(step)
      if (rows.length > 0) break
    }
  }
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: hintOf(row, q, cityCode !== undefined),
    cityCode: cityCodeOf(row.city_code),
    ...(row.next_open_day === null ? {} : { nextOpenDay: new Date(row.next_open_day) }),
  }))
}
