import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import type { Filter } from './school-filters.ts'

/** Rows of a list: the packed facets of all rows before filters, 8 bytes each, and the ids of the page. */
export type Rows = { packed: Buffer; ids: number[] }

type Hits = { packed: Buffer | null; sortKeys: Buffer | null; ids: Buffer | null }
type Page = { limit: number; offset: number }

/** Sort key = relevance rank × step + recommended rank; the latter has 32 bits and never exceeds a step. */
const relevanceStep = sql.raw('4294967296::float8')

/**
 * Hits of a search, by relevance rank and then by recommended rank. The database returns all of them unsorted and the
 * process sorts one page: a common word has thousands of hits, and sorting them in SQL takes longer.
 */
export async function readByRelevance(
  db: Database,
  { where, facets, relevance }: { where: SQL; facets: SQL; relevance: SQL },
  filters: readonly Filter[],
  page: Page,
): Promise<Rows> {
  const { rows } = await db.execute<Hits>(sql`
    select string_agg(int8send(${facets}), '') as packed,
      string_agg(float8send(${relevance} * ${relevanceStep} + rank), '') as "sortKeys",
      string_agg(int4send(school_id), '') as ids
    from ${schoolSearch} where ${where} and ${visible(schoolSearch)}`)
  const { packed, sortKeys, ids } = rows[0] ?? {}
  if (!packed || !sortKeys || !ids) return { packed: Buffer.alloc(0), ids: [] }
  return { packed, ids: sortByRelevance({ packed, sortKeys, ids }, filters, page) }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length)

/** Ids of a page of the rows that pass every filter, by sort key, then by id. Numbers are big-endian. */
function sortByRelevance(
  hits: { packed: Buffer; sortKeys: Buffer; ids: Buffer },
  filters: readonly Filter[],
  { limit, offset }: Page,
): number[] {
  const [packed, sortKeys, ids] = [viewOf(hits.packed), viewOf(hits.sortKeys), viewOf(hits.ids)]
  const all = ids.byteLength / 4
  const keyOf = new Float64Array(all)
  const idOf = new Int32Array(all)
  let passing = 0
  for (let row = 0; row < all; row += 1) {
    if (!passesAll(filters, packed, row * 8)) continue
    keyOf[passing] = sortKeys.getFloat64(row * 8)
    idOf[passing] = ids.getInt32(row * 4)
    passing += 1
  }
  // Only rows up to the page's last one are sorted; many may share its sort key.
  const end = Math.min(offset + limit, passing)
  const last = keyOf.subarray(0, passing).toSorted()[end - 1] ?? -Infinity
  const before: { key: number; id: number }[] = []
  const sharing: number[] = []
  for (let row = 0; row < passing; row += 1) {
    const [key = 0, id = 0] = [keyOf[row], idOf[row]]
    if (key < last) before.push({ key, id })
    else if (key === last) sharing.push(id)
  }
  before.sort((a, b) => a.key - b.key || a.id - b.id)
  sharing.sort((a, b) => a - b)
  return [...before.map(({ id }) => id), ...sharing].slice(offset, end)
}

function passesAll(filters: readonly Filter[], packed: DataView, at: number): boolean {
  for (const { passes } of filters) if (!passes(packed.getInt32(at + 4), packed.getInt32(at))) return false
  return true
}
