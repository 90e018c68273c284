import { cities, type CityCode } from '#server/contract/cities.ts'

const known = new Map<string, CityCode>(cities.map(({ code }) => [code, code]))

/** A stored region code as the contract types it; undefined for rows that belong to all cities. */
export function cityCodeOf(code: string): CityCode
export function cityCodeOf(code: string | null): CityCode | undefined
export function cityCodeOf(code: string | null): CityCode | undefined {
  if (code === null) return undefined
  const found = known.get(code)
  if (found === undefined) throw new Error(`not an operating city: ${code}`)
  return found
}
