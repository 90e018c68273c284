import { z } from 'zod'
import { cityCode } from '../fields.ts'

/** A visitor's own profile; the phone is masked. */
export const profile = z.object({
  id: z.int(),
  nickname: z.string(),
  phone: z.string(),
  city_code: cityCode.optional(),
  stage: z.string().optional(),
  grade: z.string().optional(),
  /** The courses that the family is interested in, in its own words (specification section 3); empty: not said. */
  courseText: z.string(),
})
