import type { SchoolDetailData } from '#server/contract/school-detail.ts'

/** The fields that a comparison shows, in the order of the fact sheet. */
const facts = [
  'kind',
  'stages',
  'curricula',
  'boarding',
  'founded',
  'students',
  'class_size',
  'teacher_ratio',
  'foreign_teachers',
  'tuition_min',
  'tuition_max',
  'total_cost_min',
  'total_cost_max',
  'city_code',
  'district',
  'address',
  'phone',
  'website',
  'state',
  'next_open_day',
] as const satisfies readonly (keyof SchoolDetailData)[]

/** Names of the fields that differ between schools; an unknown value differs from a known one. */
export function differencesOf(schools: readonly SchoolDetailData[]): string[] {
  return facts.filter((fact) => new Set(schools.map((school) => JSON.stringify(school[fact]))).size > 1)
}
