import { cityOfCode, cityOfSlug, defaultCity, type City } from '#server/contract/cities.ts'
import { cityOfPath } from './city-of-path.ts'

/** The city of a `position` cookie's value: JSON of area_code and area_name, or a bare code or pinyin. */
export function cityOfPosition(value: string): City | undefined {
  const bare = cityOfCode(value) ?? cityOfSlug(value)
  if (bare) return bare
  try {
    const stored: unknown = JSON.parse(value)
    const isStored = typeof stored === 'object' && stored !== null && 'area_code' in stored
    return isStored && typeof stored.area_code === 'string' ? cityOfCode(stored.area_code) : undefined
  } catch {
    return undefined
  }
}

/** The current city of a page: that of its path, else of the `position` cookie, else Shenzhen. */
export function currentCity(pathname: string, position: string | undefined): City {
  const chosen = position === undefined ? undefined : cityOfPosition(position)
  return cityOfPath(pathname) ?? chosen ?? defaultCity
}
