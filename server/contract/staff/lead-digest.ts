import { z } from 'zod'
import { unlessEmpty } from './empty-field.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** Shortest times between two digests, in minutes. */
export const digestMinutes = [15, 30, 60, 240] as const

const hour = (what: string, least: number, most: number) => {
  const message = `${what}应为 ${least} 到 ${most} 的整点`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}

/** When a member gets a digest: at most once in `minutes`, from the hour `from` until the hour `until` in China. */
const times = z.object({
  minutes: z.int(),
  from: z.int(),
  until: z.int(),
  /** Also on Saturdays and Sundays. */
  weekends: z.boolean(),
})
export type LeadDigestTimes = z.output<typeof times>

const digest = z.object({
  /** Whether the site sends such messages. */
  configured: z.boolean(),
  /** Absent: the caller gets none. */
  times: times.optional(),
})

/** When the caller gets an SMS digest of new leads: how many came and how many wait, nothing of a person. */
export const getLeadDigest = staffEndpoint({
  method: 'GET',
  path: '/api/staff/lead-digest',
  summary: '新线索短信',
  right: 'leads.read',
  input: z.object({}),
  data: digest,
})

/** Changes when the caller gets a digest; without `minutes` never. 1503 where the site sends none. */
export const changeLeadDigest = staffEndpoint({
  method: 'POST',
  path: '/api/staff/lead-digest',
  summary: '修改新线索短信',
  right: 'leads.read',
  input: z.object({
    minutes: unlessEmpty(
      z.coerce
        .number('间隔不正确')
        .refine((given) => digestMinutes.some((minutes) => minutes === given), '间隔不正确'),
    ),
    from: hour('开始', 0, 23).default(9),
    until: hour('结束', 1, 24).default(18),
    weekends: z.enum(['0', '1'], '格式不正确').default('0'),
  }),
  data: digest,
})
