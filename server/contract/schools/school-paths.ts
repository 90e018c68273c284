import { z } from 'zod'
import { childInput } from '../child/child.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode, grade } from '../fields.ts'
import { grades, type Grade } from '../grades.ts'
import { entryVerdicts } from '../child/judge-entry.ts'
import { schoolCard } from './schools.ts'
import { curricula } from '../vocabulary.ts'

/** At most so many schools are listed of one grade of the way. */
export const listedAtStep = 4

/** The grades of a way to grade 12 at which schools are listed: the child's own, and the later ones that begin a stage. */
export function stepsFrom(own: Grade): Grade[] {
  const later = grades.filter(
    ({ level, stage }, at) =>
      level > own.level && stage !== 'kindergarten' && grades[at - 1]?.stage !== stage,
  )
  return [own, ...later]
}

/** A grade into which a school takes the child, or may take it. */
const entry = z.object({
  grade: z.string(),
  verdict: z.enum(entryVerdicts.map(({ slug }) => slug)).exclude(['no']),
  /** That the school takes new pupils into the grade, in words; absent where it does not say so. */
  statement: z.string().optional(),
  source: z.string().optional(),
  source_date: z.iso.date().optional(),
})

const pathSchool = schoolCard
  .pick({ id: true, name: true, stages: true, curricula: true, sample: true })
  .extend({
    /** The grades from the child's own on into which it takes the child or may take it, youngest first. */
    entries: z.array(entry),
  })
export type PathSchool = z.output<typeof pathSchool>

/**
 * Ways to grade 12 in a city: the schools that take a child, or may take it, into its grade and into each later grade that
 * begins a stage, and for each of them the grades at which a change to it is possible. Schools whose stages are not known
 * are left out.
 */
export const listSchoolPaths = endpoint({
  method: 'GET',
  path: '/api/planning/paths',
  summary: '升学路径',
  input: z.object({
    city_code: cityCode,
    grade,
    /** The calendar year of entry into that grade; the next September when absent. */
    year: childInput.year,
    identity: childInput.identity,
    /** Only schools with this curriculum. */
    curriculum: z
      .enum(
        curricula.map(({ slug }) => slug),
        '课程不正确',
      )
      .optional(),
  }),
  data: z.object({
    /** The grades of the way, youngest first: ids of schools, those that take the child first, and how many there are. */
    steps: z.array(z.object({ grade: z.string(), schools: z.array(z.int()), total: z.int() })),
    schools: z.array(pathSchool),
  }),
})
