import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import type { Filter } from './school-filters.ts'

/** The packed facets of all rows before filters, 8 bytes each, and the ids of the page. */
export type Rows = { cells: Buffer; ids: number[] }

type Hits = { cells: Buffer | null; places: Buffer | null; ids: Buffer | null }
type Page = { limit: number; offset: number }

/** From one nearness to the next; a rank, which has 32 bits, never outweighs it. */
const nearnessStep = sql.raw('4294967296::float8')

/**
 * The hits of a search, the nearest first, of one nearness by rank. The database reads them once and keeps none: a common
 * word has thousands, of which the order of a page is found here in less time. The nearness is a number of few values.
 */
export async function readByRelevance(
  db: Database,
  { where, cell, nearness }: { where: SQL; cell: SQL; nearness: SQL },
  filters: readonly Filter[],
  page: Page,
): Promise<Rows> {
  const { rows } = await db.execute<Hits>(sql`
    select string_agg(int8send(${cell}), '') as cells,
      string_agg(float8send(${nearness} * ${nearnessStep} + rank), '') as places,
      string_agg(int4send(school_id), '') as ids
    from ${schoolSearch} where ${where} and ${visible(schoolSearch)}`)
  const { cells, places, ids } = rows[0] ?? {}
  if (!cells || !places || !ids) return { cells: Buffer.alloc(0), ids: [] }
  return { cells, ids: sortByRelevance({ cells, places, ids }, filters, page) }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length)

/** Ids of a page of the rows that pass every filter, by place, then by id. Numbers lie most significant byte first. */
function sortByRelevance(
  hits: { cells: Buffer; places: Buffer; ids: Buffer },
  filters: readonly Filter[],
  { limit, offset }: Page,
): number[] {
  const [cells, places, ids] = [viewOf(hits.cells), viewOf(hits.places), viewOf(hits.ids)]
  const all = ids.byteLength / 4
  const placeOf = new Float64Array(all)
  const idOf = new Int32Array(all)
  let passing = 0
  for (let row = 0; row < all; row += 1) {
    if (!passesAll(filters, cells, row * 8)) continue
    placeOf[passing] = places.getFloat64(row * 8)
    idOf[passing] = ids.getInt32(row * 4)
    passing += 1
  }
  // Only rows up to the page's last one are put in order; many may share its place.
  const end = Math.min(offset + limit, passing)
  const last = placeOf.subarray(0, passing).toSorted()[end - 1] ?? -Infinity
  const before: { place: number; id: number }[] = []
  const sharing: number[] = []
  for (let row = 0; row < passing; row += 1) {
    const [place = 0, id = 0] = [placeOf[row], idOf[row]]
    if (place < last) before.push({ place, id })
    else if (place === last) sharing.push(id)
  }
  before.sort((a, b) => a.place - b.place || a.id - b.id)
  sharing.sort((a, b) => a - b)
  return [...before.map(({ id }) => id), ...sharing].slice(offset, end)
}

function passesAll(filters: readonly Filter[], cells: DataView, at: number): boolean {
  for (const { passes } of filters) if (!passes(cells.getInt32(at + 4), cells.getInt32(at))) return false
  return true
}
