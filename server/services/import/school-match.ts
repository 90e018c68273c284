import { schoolIdentity } from '#server/db/school-identity.ts'
import type { StoredSchool } from '#server/db/school-import-rows.ts'
import { mayBeSame } from './school-plan.ts'
import { identityOf, namesakeOf } from './school-row.ts'
import type { SchoolRow } from './school-row.ts'
import type { SchoolSurvey } from './school-survey.ts'

/** Which stored school a row is about. `guessed`: by its name alone, because one side leaves out where it is. */
export type SchoolMatch =
  { kind: 'none' } | { kind: 'several' } | { kind: 'one'; stored: StoredSchool; guessed: boolean }

/** The stored schools of one chunk, as rows look them up. */
export class StoredSchools {
  readonly #byKey = new Map<string, StoredSchool>()
  readonly #byNamesake = new Map<string, StoredSchool[]>()

  constructor(schools: readonly StoredSchool[]) {
    for (const school of schools) {
      if (school.facts.key !== null) this.#byKey.set(school.facts.key, school)
      const namesake = namesakeOf(school)
      this.#byNamesake.set(namesake, [...(this.#byNamesake.get(namesake) ?? []), school])
    }
  }

  /**
   * By key, else by city, name, district and address. When only one stored school and one school of the files have the
   * name in the city, a district or an address that one side leaves out makes no other school of it.
   */
  match(row: SchoolRow, survey: SchoolSurvey): SchoolMatch {
    const key = row.facts.key ?? undefined
    const keyed = key === undefined ? undefined : this.#byKey.get(key)
    if (keyed !== undefined) return { kind: 'one', stored: keyed, guessed: false }

    const namesakes = this.#byNamesake.get(namesakeOf(row)) ?? []
    const identity = identityOf(row)
    const exact = namesakes.filter(
      ({ facts }) =>
        schoolIdentity({ ...facts, cityCode: facts.city_code }) === identity &&
        (key === undefined || facts.key === null),
    )
    const keyless = exact.find(({ facts }) => facts.key === null)
    const stored = keyless ?? exact[0]
    if (stored !== undefined) {
      return keyless === undefined && exact.length > 1
        ? { kind: 'several' }
        : { kind: 'one', stored, guessed: false }
    }
    const [only, ...more] = namesakes
    return only !== undefined && more.length === 0 && survey.isAlone(row) && mayBeSame(row, only)
      ? { kind: 'one', stored: only, guessed: true }
      : { kind: 'none' }
  }
}
