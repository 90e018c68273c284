import { readChild, readEligible, type CheckedChild } from '#app/child/read-child.server.ts'
import { boardingTerms, readFilters, type Filters } from './filters.ts'

/** Filters of an address, with a child that is checked. */
export type ListFilters = Omit<Filters, 'child'> & { child: CheckedChild }

/** Parses the filters of a query and the child for whom the list speaks; unknown and malformed values are ignored. */
export function readListFilters(query: URLSearchParams, cityCode: string): ListFilters {
  return { ...readFilters(query, cityCode), child: readChild(query), eligible: readEligible(query) }
}

/** The filters as input of the API's list. */
export function listInput({ boarding, child, feeMin, feeMax, ...filters }: ListFilters) {
  return { ...filters, boarding: boardingTerms(boarding), ...child, fee_min: feeMin, fee_max: feeMax }
}
