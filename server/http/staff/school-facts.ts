import { statedFacts } from '#server/contract/catalogue/school-columns.ts'
import { factConditions, getCompleteness } from '#server/contract/staff/school-facts.ts'
import { countFactConditions, findLackedFacts } from '#server/db/staff/school-facts.ts'
import { chinaDay } from '#server/services/china-time.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of the facts of all schools together: how much is known of them. */
export function staffSchoolFactEndpoints({ database: { db }, now }: ApiDependencies) {
  return [
    serveStaff(getCompleteness, async ({ input: { city_code: city } }) => {
      const [counts, first] = await Promise.all([
        countFactConditions(db, chinaDay(now())),
        findLackedFacts(db, city),
      ])
      const own = counts.filter(({ city_code: code }) => city === undefined || code === city)
      const sumOf = (fact: string, name: (typeof factConditions)[number]['slug'] | 'schools') =>
        own.filter((row) => row.fact === fact).reduce((sum, row) => sum + row[name], 0)
      return {
        schools: sumOf('kind', 'schools'),
        facts: statedFacts.map((fact) => ({
          fact,
          missing: sumOf(fact, 'missing'),
          known: sumOf(fact, 'known'),
          fresh: sumOf(fact, 'fresh'),
          stale: sumOf(fact, 'stale'),
          undated: sumOf(fact, 'undated'),
          not_published: sumOf(fact, 'not_published'),
        })),
        first,
      }
    }),
  ]
}
