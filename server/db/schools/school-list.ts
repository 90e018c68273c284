import { sql, type SQL } from 'drizzle-orm'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { listSchools, ListSort } from '#server/contract/schools/schools.ts'
import type { Database } from '../connect.ts'
import { listPage, rowsOf } from '../list-page.ts'
import { visible } from '../visible-rows.ts'
import { schoolSearch } from '../schema/index.ts'
import { isJudged, teachesGrade, verdictOf, yearlyCost } from '../search/child-columns.ts'
import { findSchoolCards } from './school-card.ts'
import { countFacets, shownCounts, shownFacets } from './school-facets.ts'
import {
  facetBytesOf,
  feeStages,
  filtersOf,
  notClosed,
  type Filter,
  type ListInput,
} from './school-filters.ts'
import { readByDistance, readByRelevance, type Rows } from './sorted-rows.ts'
import { stageFeeBounds } from './stage-fees.ts'
import { matches } from '../search/search-matches.ts'
import { relevanceRank } from '../search/school-search.ts'
import { findStopPrices } from './bus-stops.ts'
import { countFeeBins } from './fee-bins.ts'
import { callsForNearMisses, findNearMisses } from './near-misses.ts'
import { findNeighbours } from './neighbouring-answers.ts'
import { findRelaxations } from './school-relaxations.ts'
import { readQuery, type SearchQuery } from '../search/search-query.ts'
import type { SearchStep } from '../search/search-step.ts'

const orders: Record<ListSort, SQL> = {
  recommended: sql.raw(''),
  // From no place; `readByDistance` reads those from a place.
  distance: sql.raw(''),
  tuition_asc: sql.raw('coalesce(tuition_min, tuition_max) nulls last, '),
  tuition_desc: sql.raw('coalesce(tuition_max, tuition_min) desc nulls last, '),
  founded: sql.raw('founded nulls last, '),
}

function orderOf(input: ListInput): SQL {
  const { sort, child } = input
  const ofStages = feeStages(input)
  const fees = ofStages && stageFeeBounds(ofStages)
  const fee = yearlyCost(child)
  // A school that the child cannot enter is no recommendation for it.
  if (isJudged(child) && sort === 'recommended') return sql`${verdictOf(child)}, `
  if (fee !== undefined && sort === 'tuition_asc') return sql`${fee} nulls last, `
  if (fee !== undefined && sort === 'tuition_desc') return sql`${fee} desc nulls last, `
  if (fees !== undefined && sort === 'tuition_asc') return sql`${fees.lowest} nulls last, `
  if (fees !== undefined && sort === 'tuition_desc') return sql`${fees.highest} desc nulls last, `
  return orders[sort]
}

/** Rows of a list, and the condition on `school_search` that they were read by. */
type ListRows = Rows & { where: SQL; isApproximate: boolean }

/**
 * School list of one city or of all: one page of cards, the counts of every facet, near misses when few schools match, and
 * relaxations when none does. A closed school is found by a search alone. For a child it says what the schools mean, on
 * `today`, a day in China. Two statements; one more for each fallback of a search while nothing matches, for near misses,
 * for tuition bins that are asked for,
 * and for the neighbours of a list in which a child may enter few schools.
 */
export async function findSchools(
  db: Database,
  asked: ListInput,
  today: string,
): Promise<DataOf<typeof listSchools>> {
  const input = await withStopPrices(db, asked)
  const filters = filtersOf(input)
  const query = input.q === undefined || input.q === '' ? undefined : readQuery(input.q)
  const { packed, ids, isApproximate, where } =
    query === undefined ? await readAll(db, input, filters) : await readHits(db, input, filters, query)
  const counts = countFacets(packed, filters, input.city_code)
  const relaxations = counts.total === 0 ? await findRelaxations(db, input, filters, query, counts) : {}
  const neighbours = await findNeighbours(db, input, counts)
  const misses = callsForNearMisses(input, filters, counts)
    ? await findNearMisses(db, input, filters, where)
    : []
  const bins = input.fee_bins === true ? await countFeeBins(db, input, filters, where) : undefined
  const unknown = shownCounts(counts.unknown)
  const stale = shownCounts(counts.stale)
  const shown = [...ids, ...misses.map(({ id }) => id)]
  const cards = await findSchoolCards(db, shown, { child: input.child, today }, feeStages(input))
  const nearMisses = misses.flatMap(({ id, missed }) => {
    const school = cards.find((card) => card.id === id)
    return school === undefined ? [] : [{ missed, school }]
  })
  return {
    ...listPage(
      input,
      cards.filter(({ id }) => ids.includes(id)),
      counts.total,
    ),
    facets: shownFacets(counts, input),
    ...(unknown === undefined ? {} : { unknown }),
    ...(stale === undefined ? {} : { stale }),
    ...(isJudged(input.child) ? { eligible: counts.values.eligible } : {}),
    ...(isApproximate ? { approximate: true } : {}),
    ...(neighbours.length === 0 ? {} : { neighbours }),
    ...(nearMisses.length === 0 ? {} : { near_misses: nearMisses }),
    ...(bins === undefined ? {} : { fee_bins: bins }),
    ...relaxations,
  }
}

/**
 * The schools of lists without search texts and distances, by id, and how many there are in all; in the order of the
 * inputs. One statement.
 */
export async function findListed(
  db: Database,
  inputs: readonly ListInput[],
): Promise<{ ids: number[]; total: number }[]> {
  if (inputs.length === 0) return []
  const selects = inputs.map((input) => selectRows(input, filtersOf(input), allOf(input)))
  const { rows } = await db.execute<RowsRow>(
    sql.join(
      selects.map((select) => sql`select * from (${select}) list`),
      sql` union all `,
    ),
  )
  return inputs.map((input, at) => {
    const { packed, ids } = rowsIn(rows[at])
    return { ids, total: countFacets(packed, filtersOf(input), input.city_code).total }
  })
}

/** Condition on the schools of a list without a search text. */
function allOf({ city_code, child }: ListInput): SQL {
  const city = city_code === undefined ? sql`true` : sql`city_code = ${city_code}`
  return sql`${city} and ${notClosed} and ${teachesGrade(child)}`
}

async function withStopPrices(db: Database, input: ListInput): Promise<ListInput> {
  const { child } = input
  return child?.bus === true
    ? { ...input, child: { ...child, stopPrices: await findStopPrices(db, child) } }
    : input
}

async function readAll(db: Database, input: ListInput, filters: readonly Filter[]): Promise<ListRows> {
  const where = allOf(input)
  return { ...(await readRows(db, input, filters, where)), where, isApproximate: false }
}

/** Rows of a search, with whether they fit a fallback alone: each runs only while nothing matches in the city. */
async function readHits(
  db: Database,
  input: ListInput,
  filters: readonly Filter[],
  { exact, fallbacks, compared }: SearchQuery,
): Promise<ListRows> {
  const read = async (step: SearchStep) => {
    const where = matches(step, input.city_code)
    const hits = {
      where,
      bytes: facetBytesOf(input, filters),
      relevance: relevanceRank(compared, step),
      verdict: isJudged(input.child) ? verdictOf(input.child) : undefined,
    }
    const rows =
      input.sort === 'recommended'
        ? await readByRelevance(db, hits, rowsOf(input))
        : await readRows(db, input, filters, where)
    return { ...rows, where }
  }
  const typed = await read(exact)
  if (typed.packed.length > 0) return { ...typed, isApproximate: false }
  for (const step of fallbacks()) {
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
  const isRecommended = input.sort === 'recommended'
  const near = isRecommended || input.sort === 'distance' ? input.child?.near : undefined
  if (near !== undefined) {
    const places = { where, bytes: facetBytesOf(input, filters), near, byVerdict: isRecommended }
    return readByDistance(db, places, rowsOf(input))
  }
  const { rows } = await db.execute<RowsRow>(selectRows(input, filters, where))
  return rowsIn(rows[0])
}

type RowsRow = { packed: Buffer | null; ids: number[] }

function selectRows(input: ListInput, filters: readonly Filter[], where: SQL): SQL {
  const { limit, offset } = rowsOf(input)
  const inPlace = sql`${where} and ${visible(schoolSearch)}`
  const passing = sql.join([inPlace, ...filters.map((filter) => filter.where)], sql` and `)
  return sql`
    select
      (select string_agg(${facetBytesOf(input, filters)}, '') from ${schoolSearch} where ${inPlace}) as packed,
      array(select school_id from ${schoolSearch} where ${passing}
        order by ${orderOf(input)}rank, school_id limit ${limit} offset ${offset}) as ids`
}

function rowsIn(row: RowsRow | undefined): Rows {
  return { packed: row?.packed ?? Buffer.alloc(0), ids: row?.ids ?? [] }
}
