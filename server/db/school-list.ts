import { sql, type SQL } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { listSchools, SchoolSort } from '#server/contract/schools.ts'
import type { Database } from './connect.ts'
import { listPage, rowsOf } from './list-page.ts'
import { published } from './published.ts'
import { schoolSearch } from './schema/index.ts'
import { findSchoolCards } from './school-card.ts'
import { countFacets, shownFacets, type FacetCounts } from './school-facets.ts'
import { cellOf, filtersOf, type Filter } from './school-filters.ts'
import { hitsOf, matchesTyped } from './school-search.ts'

type Input = ParsedInputOf<typeof listSchools>
type List = DataOf<typeof listSchools>
type Relaxation = NonNullable<List['relaxations']>[number]

const orders: Record<SchoolSort, SQL> = {
  recommended: sql.raw(''),
  tuition_asc: sql.raw('coalesce(tuition_min, tuition_max) nulls last, '),
  tuition_desc: sql.raw('coalesce(tuition_max, tuition_min) desc nulls last, '),
  founded: sql.raw('founded nulls last, '),
}

const typedIn = ({ q }: Input) => (q === '' ? undefined : q)

/**
 * The school list of one city or of all: one page of cards, the counts of every facet, and ways on when nothing
 * matches. Two statements.
 */
export async function findSchools(db: Database, input: Input): Promise<List> {
  const filters = filtersOf(input)
  const { cells, ids } = await readList(db, input, filters)
  const counts = countFacets(cells, filters, input.city_code)
  const ways = counts.total === 0 ? await findWaysOn(db, input, filters, counts) : {}
  const items = await findSchoolCards(db, ids)
  return { ...listPage(input, items, counts.total), facets: shownFacets(counts, input), ...ways }
}

function conditionOf(input: Input, filters: readonly Filter[]): SQL {
  const city = input.city_code === undefined ? [] : [sql`city_code = ${input.city_code}`]
  return sql.join([published(schoolSearch), ...city, ...filters.map(({ where }) => where)], sql` and `)
}

/** The packed facets of all rows before filters, and the ids of the page. */
async function readList(
  db: Database,
  input: Input,
  filters: readonly Filter[],
): Promise<{ cells: Buffer; ids: number[] }> {
  const { limit, offset } = rowsOf(input)
  const typed = typedIn(input)
  const source = typed === undefined ? sql`${schoolSearch}` : sql`hit`
  const inPlace = typed === undefined ? conditionOf(input, []) : sql`true`
  const passing = sql.join([inPlace, ...filters.map(({ where }) => where)], sql` and `)
  const nearest = typed !== undefined && input.sort === 'recommended' ? sql`nearness, ` : sql``
  const { rows } = await db.execute<{ cells: Buffer | null; ids: number[] }>(sql`
    ${typed === undefined ? sql`` : sql`with ${hitsOf(typed, input.city_code)}`}
    select
      (select string_agg(int8send(${cellOf(input)}), '') from ${source} where ${inPlace}) as cells,
      array(select school_id from ${source} where ${passing}
        order by ${orders[input.sort]}${nearest}rank, school_id limit ${limit} offset ${offset}) as ids`)
  return { cells: rows[0]?.cells ?? Buffer.alloc(0), ids: rows[0]?.ids ?? [] }
}

/** What to try when nothing matches: fewer filters, no search text, another city. */
async function findWaysOn(
  db: Database,
  input: Input,
  filters: readonly Filter[],
  counts: FacetCounts,
): Promise<Pick<List, 'relaxations' | 'elsewhere'>> {
  const typed = typedIn(input)
  const hits = typed === undefined ? sql`true` : matchesTyped(typed)
  const elsewhere = sql.join(
    [
      hits,
      published(schoolSearch),
      ...filters.filter(({ facet }) => facet !== 'district').map(({ where }) => where),
    ],
    sql` and `,
  )
  const { rows } = await db.execute<{ city_code: string | null; count: string }>(sql`
    select null as city_code, count(*) from ${schoolSearch}
      where ${typed !== undefined} and ${conditionOf(input, filters)}
    union all
    select city_code, count(*) from ${schoolSearch}
      where ${input.city_code !== undefined} and city_code is distinct from ${input.city_code ?? null} and ${elsewhere}
    group by city_code`)
  const countOf = (code: string | null) => Number(rows.find((row) => row.city_code === code)?.count ?? 0)

  const all = filters.map(({ facet }) => facet)
  const single: Relaxation[] = [
    ...all.map((facet): Relaxation => ({ remove: [facet], count: counts.failingOnly.get(facet) ?? 0 })),
    { remove: ['q'], count: countOf(null) },
  ]
  const together: Relaxation = { remove: all, count: counts.unfiltered }
  const helping = single.some(({ count }) => count > 0) ? single : [together]
  return {
    relaxations: helping.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
    elsewhere: cities
      .map(({ code }) => ({ city_code: code, count: countOf(code) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
  }
}
