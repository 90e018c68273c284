import { z } from 'zod'
import { childInput } from '../child/child.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode } from '../fields.ts'
import { admissionStep } from '../child/school-entry.ts'
import { schoolCard } from './schools.ts'

/** At most so many steps are listed, and so many schools without dates. */
export const listedSteps = 100
export const listedUndated = 12

/** A dated step with the school that it is of. */
const planningStep = admissionStep.extend({
  school: schoolCard.pick({ id: true, name: true, kind: true, sample: true, updated_at: true }),
})
export type PlanningStep = z.output<typeof planningStep>

/**
 * The dated admission steps of a city's open schools for one grade and year of entry, without the schools that take no
 * child of the group. Of more steps than are listed, those that are not over come before those that are.
 */
export const listPlanningSteps = endpoint({
  method: 'GET',
  path: '/api/planning/steps',
  summary: '入学日程',
  input: z.object({
    city_code: cityCode,
    grade: childInput.grade.unwrap(),
    year: childInput.year,
    identity: childInput.identity,
  }),
  data: z.object({
    /** The year of entry that the steps are of. */
    year: z.int(),
    /** Earliest first. */
    items: z.array(planningStep),
    /** All such steps, listed or not. */
    total: z.int(),
    /** Open schools that take the child or may take it, and state no date for this grade and year. */
    undated: z.object({ items: z.array(schoolCard.pick({ id: true, name: true })), total: z.int() }),
    /** Schools that teach the grade and take no child of the group, or no new pupils at all: none of them is listed. */
    refusing: z.int(),
  }),
})
