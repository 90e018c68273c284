import { cities, type CityCode } from '#server/contract/cities.ts'

const known = new Map<string, CityCode>(cities.map(({ code }) => [code, code]))

/** City code of a stored row; undefined for rows of all cities. Throws for a code that is no operating city. */
export function cityCodeOf(code: string): CityCode
export function cityCodeOf(code: string | null): CityCode | undefined
export function cityCodeOf(code: string | null): CityCode | undefined {
  if (code === null) return undefined
  const found = known.get(code)
  if (found === undefined) throw new Error(`not an operating city: ${code}`)
  return found
}
