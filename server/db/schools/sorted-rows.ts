import { sql, type SQL } from 'drizzle-orm'
import { haversineOf, type Coordinates } from '#server/contract/child/distance.ts'
import type { Database } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { anyFailure, bytesPerRow, facetBits, failsShift, wordAt } from '../search/facet-bits.ts'
import { visible } from '../visible-rows.ts'

/** Rows of a list: the packed facets of all rows before filters with the conditions that they fail, `bytesPerRow` each, and the ids of the page. */
export type Rows = { packed: Buffer; ids: number[] }

type Page = { limit: number; offset: number }
/** What is read: the condition on `school_search`, and SQL of the bytes of a row's facets (`facetBytesOf`). */
type Source = { where: SQL; bytes: SQL }

const noRows: Rows = { packed: Buffer.alloc(0), ids: [] }

/** Sort key = relevance rank × step + verdict × its step + recommended rank; the latter has 31 bits, a verdict two. */
const relevanceStep = sql.raw('8589934592::float8')
const verdictStep = sql.raw('2147483648::float8')

/**
 * Hits of a search, by relevance rank, then by the verdict on a child, and then by recommended rank. The database returns all of them unsorted and the
 * process sorts one page: a common word has thousands of hits, and sorting them in SQL takes longer. One statement.
 */
export async function readByRelevance(
  db: Database,
  { where, bytes, relevance, verdict }: Source & { relevance: SQL; verdict: SQL | undefined },
  page: Page,
): Promise<Rows> {
  const judged = verdict === undefined ? sql`` : sql` + ${verdict} * ${verdictStep}`
  const { rows } = await db.execute<Record<'packed' | 'ids' | 'keys', Buffer | null>>(sql`
    select string_agg(${bytes}, '') as packed,
      string_agg(int4send(school_id), '') as ids,
      string_agg(float8send(${relevance} * ${relevanceStep} + rank${judged}), '') as keys
    from ${schoolSearch} where ${where} and ${visible(schoolSearch)}`)
  const { packed, ids, keys } = rows[0] ?? {}
  if (!packed || !ids || !keys) return noRows
  const order = [(row: number) => keys.readDoubleBE(row * 8)]
  return { packed, ids: sortedPage({ packed, ids }, order, page) }
}

/**
 * Rows by their distance from a place, those without coordinates last, and then by recommended rank; `byVerdict`: above all
 * by the verdict on the child. As above the process
 * sorts them, and measures the distances too. One statement.
 */
export async function readByDistance(
  db: Database,
  { where, bytes, near, byVerdict }: Source & { near: Coordinates; byVerdict: boolean },
  page: Page,
): Promise<Rows> {
  const { rows } = await db.execute<Record<'packed' | 'ids' | 'points' | 'ranks', Buffer | null>>(sql`
    select string_agg(${bytes}, '') as packed,
      string_agg(int4send(school_id), '') as ids,
      string_agg(point_send(point(coalesce(lat, 'nan'), coalesce(lng, 'nan'))), '') as points,
      string_agg(int4send(rank), '') as ranks
    from ${schoolSearch} where ${where} and ${visible(schoolSearch)}`)
  const { packed, ids, points, ranks } = rows[0] ?? {}
  if (!packed || !ids || !points || !ranks) return noRows
  const distanceOf = (row: number) => {
    const point = { lat: points.readDoubleBE(row * 16), lng: points.readDoubleBE(row * 16 + 8) }
    const haversine = haversineOf(near, point)
    return Number.isNaN(haversine) ? Infinity : haversine
  }
  const { shift, terms, word } = facetBits.eligible
  const verdictOf = (row: number) => {
    const bits = (packed.readInt32BE(row * bytesPerRow + wordAt[word]) >>> shift) & ((1 << terms.length) - 1)
    return 31 - Math.clz32(bits)
  }
  const order = [...(byVerdict ? [verdictOf] : []), distanceOf, (row: number) => ranks.readInt32BE(row * 4)]
  return { packed, ids: sortedPage({ packed, ids }, order, page) }
}

/** A number of a row, by the row's place among those read. */
type NumberOf = (row: number) => number

/** Ids of a page of the rows that pass every filter, by the given numbers, then by id. Both buffers are big-endian. */
function sortedPage(
  { packed, ids }: { packed: Buffer; ids: Buffer },
  order: readonly NumberOf[],
  { limit, offset }: Page,
): number[] {
  const idOf = (row: number) => ids.readInt32BE(row * 4)
  const passing = Int32Array.from({ length: ids.length / 4 }, (_, row) => row).filter((row) =>
    passesAll(packed, row * bytesPerRow),
  )
  return firstRows(passing, offset + limit, [...order, idOf])
    .slice(offset)
    .map(idOf)
}

/** The first rows by one number after the other. Only these are sorted; many may share the number of the last one. */
function firstRows(rows: Int32Array, count: number, order: readonly NumberOf[]): number[] {
  const [numberOf, ...others] = order
  if (numberOf === undefined || count === 0) return [...rows.subarray(0, count)]
  const numbers = Float64Array.from(rows, numberOf)
  const last = numbers.toSorted()[Math.min(count, rows.length) - 1] ?? -Infinity
  const before = rows.filter((_, at) => (numbers[at] ?? 0) < last)
  const sharing = rows.filter((_, at) => numbers[at] === last)
  return [
    ...[...before].toSorted((a, b) => compareBy(order, a, b)),
    ...firstRows(sharing, count - before.length, others),
  ]
}

function compareBy(order: readonly NumberOf[], a: number, b: number): number {
  for (const numberOf of order) {
    const [one, other] = [numberOf(a), numberOf(b)]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

function passesAll(packed: Buffer, at: number): boolean {
  return ((packed.readInt32BE(at + wordAt.more) >>> failsShift) & anyFailure) === 0
}
