import { cityOfSlug, type City } from '#server/contract/cities.ts'

/** The city that a path names, in whichever segment; undefined when it names none. */
export function cityOfPath(pathname: string): City | undefined {
  return pathname
    .split('/')
    .map(cityOfSlug)
    .find((city) => city !== undefined)
}
