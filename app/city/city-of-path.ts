import { cityOfSlug, type City } from '#server/contract/cities.ts'

/** The city that the path of a page or of its data names, in whichever segment; undefined when it names none. */
export function cityOfPath(pathname: string): City | undefined {
  const segments = pathname.replace(/\.data$/, '').split('/')
  return segments.map(cityOfSlug).find((city) => city !== undefined)
}
