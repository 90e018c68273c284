import { sql, type SQL } from 'drizzle-orm'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { listSchools, ListSort } from '#server/contract/schools.ts'
import type { Database } from '../connect.ts'
import { listPage, rowsOf } from '../list-page.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { school, schoolSearch } from '../schema/index.ts'
import { distanceFrom, feeOrder, isJudged, teachesGrade } from './child-columns.ts'
import { findSchoolCards } from './school-card.ts'
import { countFacets, shownFacets } from './school-facets.ts'
import { facetBitsOf, filtersOf, notClosed, type Filter, type ListInput } from './school-filters.ts'
import { readByRelevance, type Rows } from './school-relevance.ts'
import { matches, relevanceRank } from '../search/school-search.ts'
import { findRelaxations } from './school-relaxations.ts'
import { readQuery, type SearchQuery, type SearchStep } from '../search/search-query.ts'

const orders: Record<Exclude<ListSort, 'distance'>, SQL> = {
  recommended: sql.raw(''),
  tuition_asc: sql.raw('coalesce(tuition_min, tuition_max) nulls last, '),
  tuition_desc: sql.raw('coalesce(tuition_max, tuition_min) desc nulls last, '),
  founded: sql.raw('founded nulls last, '),
}

function orderOf({ sort, child }: ListInput): SQL {
  if (sort === 'distance')
    return child?.near ? sql`${distanceFrom(child.near)} nulls last, ` : orders.recommended
  const fee = feeOrder(child)
  if (fee !== undefined && sort === 'tuition_asc') return sql`${fee} nulls last, `
  if (fee !== undefined && sort === 'tuition_desc') return sql`${fee} desc nulls last, `
  return orders[sort]
}

/**
 * School list of one city or of all: one page of cards, the counts of every facet, and relaxations when nothing matches.
 * A closed school is found by a search alone. For a child it says what the schools mean, on `today`, a day in China. Two
 * statements; one more for each fallback of a search while nothing matches.
 */
export async function findSchools(
  db: Database,
  input: ListInput,
  today: string,
): Promise<DataOf<typeof listSchools>> {
  const filters = filtersOf(input)
  const query = input.q === undefined || input.q === '' ? undefined : readQuery(input.q)
  const { packed, ids, isApproximate } =
    query === undefined
      ? { ...(await readAll(db, input, filters)), isApproximate: false }
      : await readHits(db, input, filters, query)
  const counts = countFacets(packed, filters, input.city_code)
  const relaxations = counts.total === 0 ? await findRelaxations(db, input, filters, query, counts) : {}
  const items = await findSchoolCards(db, ids, { child: input.child, today })
  return {
    ...listPage(input, items, counts.total),
    facets: shownFacets(counts, input),
    ...(isJudged(input.child) ? { eligible: counts.values.eligible } : {}),
    ...(isApproximate ? { approximate: true } : {}),
    ...relaxations,
  }
}

function readAll(db: Database, input: ListInput, filters: readonly Filter[]): Promise<Rows> {
  const city = input.city_code === undefined ? sql`true` : sql`city_code = ${input.city_code}`
  return readRows(db, input, filters, sql`${city} and ${notClosed} and ${teachesGrade(input.child)}`)
}

/** Rows of a search, with whether they fit a fallback alone: each runs only while nothing matches in the city. */
async function readHits(
  db: Database,
  input: ListInput,
  filters: readonly Filter[],
  { exact, fallbacks, compared }: SearchQuery,
): Promise<Rows & { isApproximate: boolean }> {
  const read = (step: SearchStep) => {
    const where = matches(step, input.city_code)
    if (input.sort !== 'recommended') return readRows(db, input, filters, where)
    const hits = { where, facets: facetBitsOf(input), relevance: relevanceRank(compared, step) }
    return readByRelevance(db, hits, filters, rowsOf(input))
  }
  const typed = await read(exact)
  if (typed.packed.length > 0) return { ...typed, isApproximate: false }
  for (const step of fallbacks) {
    const near = await read(step)
    if (near.packed.length > 0) return { ...near, isApproximate: true }
  }
  return { ...typed, isApproximate: false }
}

async function readRows(
  db: Database,
  input: ListInput,
  filters: readonly Filter[],
  where: SQL,
): Promise<Rows> {
  const { limit, offset } = rowsOf(input)
  const inPlace = sql`${where} and ${visible(schoolSearch)}`
  const places =
    input.sort === 'distance' && input.child?.near
      ? sql`left join (select id as place_id, lat, lng from ${withHidden(school)}) as place on place_id = school_id`
      : sql.raw('')
  const passing = sql.join([inPlace, ...filters.map((filter) => filter.where)], sql` and `)
  const { rows } = await db.execute<{ packed: Buffer | null; ids: number[] }>(sql`
    select
      (select string_agg(int8send(${facetBitsOf(input)}), '') from ${schoolSearch} where ${inPlace}) as packed,
      array(select school_id from ${schoolSearch} ${places} where ${passing}
        order by ${orderOf(input)}rank, school_id limit ${limit} offset ${offset}) as ids`)
  return { packed: rows[0]?.packed ?? Buffer.alloc(0), ids: rows[0]?.ids ?? [] }
}
