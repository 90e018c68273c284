import { z } from 'zod'
import { cityCode, day, id, moment } from '../fields.ts'
import { unlessEmpty } from './empty-field.ts'
import { statedFact } from './school-facts.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** What an editor finds of a published fact of the sample. */
export const checkFindings = [
  { slug: 'right', label: '对' },
  { slug: 'wrong', label: '错' },
  { slug: 'unclear', label: '没法核对' },
] as const
const checkFinding = z.enum(
  checkFindings.map(({ slug }) => slug),
  '请选择核对的结果',
)
export type CheckFinding = z.output<typeof checkFinding>

/** How many facts the sample of a month has. */
export const factsOfMonth = 50

/** A month by its first day. */
const month = day

const count = z.int().min(0)

/** The sample of a month, the latest one without `month`, and the months that have one, the latest first. */
export const listFactChecks = staffEndpoint({
  method: 'GET',
  path: '/api/staff/fact-checks',
  summary: '每月抽查的资料',
  right: 'content.write',
  input: z.object({ month: unlessEmpty(month) }),
  data: z.object({
    /** The month whose sample can be drawn now; absent where it has one. */
    to_draw: month.optional(),
    months: z.array(z.object({ month, drawn: count, right: count, wrong: count, unclear: count })),
    items: z.array(
      z.object({
        id: z.int(),
        school: z.object({ id: z.int(), name: z.string() }),
        city_code: cityCode,
        fact: statedFact,
        /** The value as it was published when it was drawn. */
        text: z.string(),
        finding: checkFinding.optional(),
        note: z.string().optional(),
        checked_at: moment.optional(),
        checked_by: z.string().optional(),
      }),
    ),
  }),
})

/** Draws the sample of this month from the published facts, by the month; one that has a sample keeps it. */
export const drawFactChecks = staffEndpoint({
  method: 'POST',
  path: '/api/staff/fact-checks',
  summary: '抽取这个月的资料',
  right: 'content.write',
  input: z.object({}),
  data: z.object({ month, drawn: count }),
})

/** Records what was found of one fact, in the place of an earlier finding. 1404 for an unknown one. */
export const recordFactCheck = staffEndpoint({
  method: 'POST',
  path: '/api/staff/fact-checks/{id}',
  summary: '记录核对的结果',
  right: 'content.write',
  input: z.object({
    id,
    finding: checkFinding,
    note: z.string('说明不正确').trim().max(300, '最多 300 字').default(''),
  }),
  data: z.object({ month }),
})
