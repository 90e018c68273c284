import { schoolColumn } from '#server/contract/catalogue/school-columns.ts'
import { factSheet } from '#server/contract/catalogue/school-facts.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'

/** The fields that a comparison shows, in the order of the fact sheet; of a range both ends. */
const facts: readonly string[] = [
  ...factSheet
    .filter((name) => name !== 'district')
    .flatMap((name) => [name, schoolColumn(name).upTo ?? []].flat()),
  'city_code',
  'district',
  'address',
  'phone',
  'website',
  'state',
  'next_open_day',
]

/** Names of the fields that differ between schools; an unknown value differs from a known one. */
export function differencesOf(schools: readonly SchoolDetailData[]): string[] {
  const stated = schools.map((school) => new Map<string, unknown>(Object.entries(school)))
  return facts.filter((fact) => new Set(stated.map((school) => JSON.stringify(school.get(fact)))).size > 1)
}
