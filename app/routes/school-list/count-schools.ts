import { termFacets } from '#server/contract/schools/facets.ts'
import { callApi } from '#app/api/browser-client.ts'
import { childNames } from '#server/contract/child/child-query.ts'
import { facetCounts, type CountedValue, type LiveCount } from './facet-counts.ts'
import { boardingTerms, readFilters } from './filters.ts'
import type { ListScope } from './list-scope.ts'

/** Counts what a filter form would find, by the API; undefined when the call failed. */
export async function countSchools(
  form: HTMLFormElement,
  { city, q }: ListScope,
  signal: AbortSignal,
): Promise<LiveCount | undefined> {
  const query = new URLSearchParams()
  new FormData(form).forEach((value, name) => {
    if (typeof value === 'string' && value !== '') query.append(name, value)
  })
  const reply = await callApi({
    path: '/api/schools',
    fields: callFields(query, city.code, q),
    city: city.code,
    signal,
    read: readCount,
  })
  return reply.ok ? reply.data : undefined
}

/** The fields of the call that finds what a list's address with this query shows. */
export function callFields(query: URLSearchParams, cityCode: string, q?: string): Record<string, string> {
  const { feeMax, feeMin, ...filters } = readFilters(query, cityCode)
  const all: [name: string, value: string][] = [
    ['q', q ?? ''],
    ...termFacets.map((facet): [string, string] => [
      facet,
      (facet === 'boarding' ? boardingTerms(filters.boarding) : filters[facet]).join(','),
    ]),
    ['fee_min', feeMin === undefined ? '' : String(feeMin)],
    ['fee_max', feeMax === undefined ? '' : String(feeMax)],
    ...[...childNames, 'eligible', 'unknown'].map((name): [string, string] => [
      name,
      query.getAll(name).join(','),
    ]),
    ['page_size', '1'],
  ]
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

function readCount(data: unknown): LiveCount | undefined {
  if (!isRecord(data) || typeof data['total'] !== 'number' || !isRecord(data['facets'])) return undefined
  const { facets, total } = data
  const values = Object.entries(facets).map(([name, found]): [string, CountedValue[]] => [
    name,
    valuesIn(found),
  ])
  return {
    total,
    isFloor: data['total_is_floor'] === true,
    counts: facetCounts(Object.fromEntries(values), valuesIn(data['eligible']), {
      unknown: numbersIn(data['unknown']),
      stale: numbersIn(data['stale']),
    }),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function numbersIn(given: unknown): Record<string, number> {
  const entries = isRecord(given) ? Object.entries(given) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}

function valuesIn(given: unknown): CountedValue[] {
  const values: unknown[] = Array.isArray(given) ? given : []
  return values.flatMap((each) => {
    if (!isRecord(each)) return []
    const { count, value } = each
    return typeof value === 'string' && typeof count === 'number' ? [{ value, count }] : []
  })
}
