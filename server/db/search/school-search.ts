import { sql, type SQL } from 'drizzle-orm'
import { cityOfCode } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { suggestSchools as suggestEndpoint } from '#server/contract/schools.ts'
import { kinds, labelOf, stages } from '#server/contract/vocabulary.ts'
import type { Database } from '../connect.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { school, schoolName, schoolSearch } from '../schema/index.ts'
import { comparable, fold } from './search-fold.ts'
import { readQuery } from './search-query.ts'
import { cityToken } from './search-tokens.ts'

/**
 * Condition on `school_search`: rows with all tokens of one of the sets, in one city or any. The last condition is always
 * true and steers the planner to the GIN index: the planner ignores the cost of detoasting tokens and would choose a
 * sequential scan; the expensive second operand, which is never evaluated, raises that scan's estimate.
 */
export function matches(sets: readonly string[][], cityCode: string | undefined): SQL {
  if (sets.length === 0) return sql`false`
  if (sets.some((set) => set.length === 0))
    return cityCode === undefined ? sql`true` : sql`city_code = ${cityCode}`
  const place = cityCode === undefined ? [] : [cityToken(cityCode)]
  const each = sets.map((set) => sql`tokens @> ${sql.param([...place, ...set])}::text[]`)
  return sql`(${sql.join(each, sql` or `)}) and (school_id > 0 or names @@ names)`
}

/** Relevance rank of a row of `school_search`: 0 equals its name, 1 another of its names, 2 prefix of one, 3 substring, 4 else. */
export function relevanceRank(compared: string): SQL {
  const whole = sql`strpos(names, ${`\n${compared}\n`})`
  return sql`case
    when strpos(names, ${`\n${compared}`}) = 0 then case when strpos(names, ${compared}) = 0 then 4 else 3 end
    when ${whole} = 0 then 2
    when ${whole} < strpos(names, e'\t') then 0
    else 1 end`
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

async function findSuggestions(db: Database, where: SQL, compared: string): Promise<SuggestionRow[]> {
  const { rows } = await db.execute<SuggestionRow>(sql`
    with nearest as (
      select school_id, ${relevanceRank(compared)} as relevance, rank from ${schoolSearch}
      where ${where} and ${visible(schoolSearch)} order by relevance, rank, school_id limit ${mostSuggestions})
    select s.id, s.name, s.city_code, s.district, s.kind, s.stages,
      (select json_agg(json_build_object('kind', n.kind, 'name', n.name)) from ${schoolName} as n where n.school_id = s.id) as names
    from nearest join ${withHidden(school)} as s on s.id = nearest.school_id
    order by nearest.relevance, nearest.rank, s.id`)
  return rows
}

/**
 * Suggestions while typing, by relevance; the hint names the place and the other name that matched. One statement, and
 * another with the relaxed query when the exact one has no match.
 */
export async function suggestSchools(
  db: Database,
  input: ParsedInputOf<typeof suggestEndpoint>,
): Promise<DataOf<typeof suggestEndpoint>> {
  if (input.q === '') return []
  const { exact, relaxed, compared } = readQuery(input.q)
  const find = (sets: readonly string[][]) => findSuggestions(db, matches(sets, input.city_code), compared)
  const typed = await find(exact)
  const rows = typed.length === 0 && relaxed.length > 0 ? await find(relaxed) : typed
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: hintOf(row, input.q, input.city_code !== undefined),
  }))
}
