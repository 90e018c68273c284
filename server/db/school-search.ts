import { sql, type SQL } from 'drizzle-orm'
import { cityOfCode } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { suggestSchools as suggestEndpoint } from '#server/contract/schools.ts'
import { kinds, labelOf, stages } from '#server/contract/vocabulary.ts'
import type { Database } from './connect.ts'
import { published } from './published.ts'
import { school, schoolName, schoolSearch } from './schema/index.ts'
import { comparable, fold } from './search-fold.ts'
import { readQuery } from './search-query.ts'
import { cityToken } from './search-tokens.ts'

/** The columns of `school_search` that filters and orders read. */
const columns = sql.raw('school_id, facets, tuition_min, tuition_max, founded, rank')

/**
 * Schools with all tokens of one of the sets. The planner does not know what it costs to take a row's tokens from where
 * they are kept and would rather read them all; the last condition is always met, never gets to its dear second half,
 * and makes reading all rows look as expensive as it is.
 */
function matches(sets: readonly string[][], cityCode: string | undefined): SQL {
  if (sets.length === 0) return sql`false`
  if (sets.some((set) => set.length === 0))
    return cityCode === undefined ? sql`true` : sql`city_code = ${cityCode}`
  const place = cityCode === undefined ? [] : [cityToken(cityCode)]
  const each = sets.map((set) => sql`tokens @> ${sql.param([...place, ...set])}::text[]`)
  return sql`(${sql.join(each, sql` or `)}) and (school_id > 0 or names @@ names)`
}

/** How near a hit is: 0 its name, 1 another of its names, 2 begins with what was typed, 3 holds it, 4 anything else. */
function nearness(compared: string): SQL {
  return sql`case
    when strpos(names, ${compared}) = 0 then 4
    when strpos(names, ${`\n${compared}\n`}) = 1 then 0
    when strpos(names, ${`\n${compared}\n`}) > 1 then 1
    when strpos(names, ${`\n${compared}`}) > 0 then 2
    else 3 end`
}

/**
 * A `with` list that defines `hit`: the rows that match what a visitor typed, with `nearness`. What may have been
 * meant counts only when nothing in the city matches what was typed.
 */
export function hitsOf(typed: string, cityCode: string | undefined): SQL {
  const { compared, strict, loose } = readQuery(typed)
  const rows = (near: SQL, sets: readonly string[][]) =>
    sql`select ${columns}, ${near} as nearness from ${schoolSearch} where ${matches(sets, cityCode)} and ${published(schoolSearch)}`
  const exact = rows(nearness(compared), strict)
  if (loose.length === 0) return sql`hit as materialized (${exact})`
  return sql`typed as materialized (${exact}), hit as materialized (
    select * from typed union all
    select * from (${rows(sql`4`, loose)}) as meant where not exists (select from typed)
  )`
}

/** What was typed, as a condition on `school_search`: without order and without what may have been meant. */
export function matchesTyped(typed: string): SQL {
  return matches(readQuery(typed).strict, undefined)
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
  const holds = (name: string) => comparable(fold(name)).includes(folded)
  const other = holds(row.name) ? undefined : row.names?.find(({ name }) => holds(name))
  const place = row.district === null ? undefined : districtOf(row.city_code, row.district)?.name
  const words = [
    other && `${other.kind === 'former' ? '曾用名' : '又名'}${other.name}`,
    `${inOneCity && place !== undefined ? '' : (cityOfCode(row.city_code)?.name ?? '')}${place ?? ''}`,
    row.kind === null ? row.stages.map((slug) => labelOf(stages, slug)).join('、') : labelOf(kinds, row.kind),
  ]
  return words.filter(Boolean).join(' · ')
}

/** Suggestions while typing, the nearest names first; the hint names the place and the other name that matched. */
export async function suggestSchools(
  db: Database,
  input: ParsedInputOf<typeof suggestEndpoint>,
): Promise<DataOf<typeof suggestEndpoint>> {
  if (input.q === '') return []
  const { rows } = await db.execute<SuggestionRow>(sql`
    with ${hitsOf(input.q, input.city_code)},
    nearest as (select school_id, nearness, rank from hit order by nearness, rank, school_id limit ${mostSuggestions})
    select s.id, s.name, s.city_code, s.district, s.kind, s.stages,
      (select json_agg(json_build_object('kind', n.kind, 'name', n.name)) from ${schoolName} as n where n.school_id = s.id) as names
    from nearest join ${school} as s on s.id = nearest.school_id
    order by nearest.nearness, nearest.rank, s.id`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: hintOf(row, input.q, input.city_code !== undefined),
  }))
}
