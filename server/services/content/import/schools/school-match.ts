import { schoolIdentity } from '#server/db/content/school-identity.ts'
import type { StoredSchool } from '#server/db/content/school-import-rows.ts'
import { mayBeSame } from './school-plan.ts'
import { identityOf, namesakeOf } from './school-row.ts'
import type { SchoolRow } from './school-row.ts'
import type { SchoolSurvey } from './school-survey.ts'

/**
 * The stored school that a row is about. `guessed`: by name only, because one side omits the location. `conflict`: id,
 * key and name belong to different schools; `why` is the message.
 */
export type SchoolMatch =
  | { kind: 'none' }
  | { kind: 'several' }
  | { kind: 'conflict'; field: 'id' | 'key'; why: string }
  | { kind: 'one'; stored: StoredSchool; guessed: boolean }

/** The stored schools of one chunk, indexed for rows. */
export class StoredSchools {
  readonly #byId = new Map<number, StoredSchool>()
  readonly #byKey = new Map<string, StoredSchool>()
  readonly #byNamesake = new Map<string, StoredSchool[]>()

  constructor(schools: readonly StoredSchool[]) {
    for (const school of schools) {
      this.#byId.set(school.id, school)
      if (school.facts.key !== null) this.#byKey.set(school.facts.key, school)
      const namesake = namesakeOf(school)
      this.#byNamesake.set(namesake, [...(this.#byNamesake.get(namesake) ?? []), school])
    }
  }

  /**
   * Matches by key, else by id, else by city, name, district and address. When only one stored school and one school of
   * the files have the name in the city, an omitted district or address does not prevent the match.
   */
  match(row: SchoolRow, survey: SchoolSurvey): SchoolMatch {
    const key = row.facts.key ?? undefined
    const keyed = key === undefined ? undefined : this.#byKey.get(key)
    const numbered = this.#numbered(row)
    if (keyed !== undefined) {
      return numbered === undefined || numbered.id === keyed.id
        ? { kind: 'one', stored: keyed, guessed: false }
        : conflict(
            'key',
            `key“${key}”是${description(keyed)}，id 却是${description(numbered)}：请改正其中一个`,
          )
    }
    const namesakes = this.#byNamesake.get(namesakeOf(row)) ?? []
    const identity = identityOf(row)
    if (numbered !== undefined) return byId(row, numbered, namesakes)
    const exact = namesakes.filter(
      ({ facts }) => storedIdentity(facts) === identity && (key === undefined || facts.key === null),
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

  /** The stored school of the row's id. A sample school yields to a real one with the same id. */
  #numbered(row: SchoolRow): StoredSchool | undefined {
    const stored = row.id === undefined ? undefined : this.#byId.get(row.id)
    if (stored === undefined) return undefined
    const isAnother =
      stored.facts.sample && row.facts.sample !== true && namesakeOf(row) !== namesakeOf(stored)
    return isAnother ? undefined : stored
  }
}

/** A row with a known id renames the school, unless key, name or `updated_at` contradict it. */
function byId(row: SchoolRow, stored: StoredSchool, namesakes: readonly StoredSchool[]): SchoolMatch {
  const key = row.facts.key ?? undefined
  if (key !== undefined && stored.facts.key !== null) {
    return conflict(
      'key',
      `id 是${description(stored)}，它的 key 是“${stored.facts.key}”，不是“${key}”：请改正其中一个`,
    )
  }
  const identity = identityOf(row)
  const other = namesakes.find(({ id, facts }) => id !== stored.id && storedIdentity(facts) === identity)
  if (other !== undefined) {
    return conflict('id', `id 是${description(stored)}，校名和地点却是另一所已有的学校（编号 ${other.id}）`)
  }
  const isRenamed = namesakeOf(row) !== namesakeOf(stored)
  const at = row.facts.updated_at
  if (isRenamed && at !== undefined && momentOf(at) !== momentOf(stored.facts.updated_at)) {
    const why = '但校名和更新时间都不同：此行在导出后已被修改，或来自别的网站。请重新导出再改，或删去 id'
    return conflict('id', `id 是${description(stored)},${why}`)
  }
  return { kind: 'one', stored, guessed: false }
}

const conflict = (field: 'id' | 'key', why: string): SchoolMatch => ({ kind: 'conflict', field, why })
const description = ({ id, facts }: StoredSchool): string => `“${facts.name}”（编号 ${id}）`
const momentOf = (text: string): number => new Date(text).getTime()
const storedIdentity = (facts: StoredSchool['facts']): string =>
  schoolIdentity({ ...facts, cityCode: facts.city_code })
