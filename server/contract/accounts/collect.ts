import { z } from 'zod'
import { childInput } from '../child/child.ts'
import { endpoint } from '../endpoint.ts'
import { id, tick } from '../fields.ts'
import { schoolDetail } from '../schools/school-detail.ts'

/** Adds a school to the favourites or removes it, idempotently. `msg` is the toast. */
export const collectSchool = endpoint({
  method: 'POST',
  path: '/api/school_collect/{id}',
  summary: '收藏或取消收藏',
  login: 'required',
  input: z.object({
    id,
    is_collect: z
      .union([z.literal([0, 1]), z.boolean(), z.enum(['0', '1', 'true', 'false'])], '收藏状态不正确')
      .transform((given) => given === 1 || given === true || given === '1' || given === 'true'),
  }),
  data: z.object({
    collected: z.boolean(),
    msg: z.string(),
    /** The school was withdrawn: it cannot be added again. */
    withdrawn: z.literal(true).optional(),
  }),
})

/** Two to six schools side by side in the requested order; `differences` names the fields in which they differ. */
export const compareSchools = endpoint({
  method: 'GET',
  path: '/api/compare',
  summary: '学校对比',
  input: z.object({
    ids: z.string('请选择学校').regex(/^\d{1,9}(,\d{1,9}){0,19}$/, '编号不正确'),
    ...childInput,
    /** Whether each school has its costs, entry, admission dates, buses and official records. */
    entry: tick.optional(),
  }),
  data: z.object({ schools: z.array(schoolDetail), differences: z.array(z.string()) }),
})
