import type { FactCondition } from '#server/contract/staff/school-facts.ts'
import { contentKindPath } from './content-paths.ts'
import { importsPath } from './paths.ts'

/** Addresses of the facts of all schools together, without the area's prefix (see `paths.ts`). */

/** How much is known of each fact, of one city or of all. */
export const completenessPath = '/facts/'

/** The schools of a city, or of all, of which the site has so much of a fact. */
export function schoolsHavingPath(
  fact: string,
  { condition, cityCode }: { condition: FactCondition; cityCode: string | undefined },
): string {
  const query = new URLSearchParams({
    fact,
    condition,
    ...(cityCode === undefined ? {} : { city_code: cityCode }),
  })
  return `${contentKindPath('schools')}?${query.toString()}`
}

/** The monthly sample of published facts, and what editors found; `month`: its first day. */
export function factChecksPath(month?: string): string {
  return `${completenessPath}checks/${month === undefined ? '' : `?month=${month}`}`
}

/** The import with a table of the schools of a city, or of all, that lack a fact. */
export function fillInPath(fact: string, cityCode: string | undefined): string {
  const query = new URLSearchParams({ fact, ...(cityCode === undefined ? {} : { city_code: cityCode }) })
  return `${importsPath}?${query.toString()}`
}

/** Facts past their life, each to be confirmed or changed. */
export const staleFactsPath = `${completenessPath}stale/`
/** Facts of which sources say different things, one to be chosen. */
export const contradictionsPath = `${completenessPath}contradictions/`

/** Districts and stages that names and addresses of schools say, to be taken over. */
export const factProposalsPath = `${completenessPath}proposals/`
