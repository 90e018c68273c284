import { z } from 'zod'
import { childInput } from '../child/child.ts'
import { endpoint } from '../endpoint.ts'
import { id, listFields, listOf, moment } from '../fields.ts'
import { profile } from './profile.ts'
import { schoolCard } from '../schools/schools.ts'

/** The visitor's profile. */
export const getCenterInfo = endpoint({
  method: 'GET',
  path: '/api/center/info',
  summary: '个人资料',
  login: 'required',
  input: z.object({}),
  data: profile,
})

/** The visitor's favourites, or with `ids` which of these are favourites. */
export const listCenterCollect = endpoint({
  method: 'GET',
  path: '/api/center/collect',
  summary: '我的收藏',
  login: 'required',
  input: z.object({
    ...listFields,
    ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,49}$/, '编号不正确')
      .optional(),
    ...childInput,
    sort: z.enum(['newest', 'tuition_asc', 'tuition_desc'], '排序方式不正确').default('newest'),
  }),
  data: z.union([
    listOf(
      z.object({
        school: schoolCard,
        collected_at: moment,
        note: z.string().optional(),
        /** Withdrawn: the school has no page any more. */
        withdrawn: z.literal(true).optional(),
      }),
    ),
    z.record(z.string().regex(/^\d+$/), z.boolean()),
  ]),
})

/** Whether a school is one of the visitor's favourites. */
export const getSchoolCollect = endpoint({
  method: 'GET',
  path: '/api/school/collect/{id}',
  summary: '是否已收藏',
  login: 'required',
  input: z.object({ id }),
  data: z.object({ collected: z.boolean() }),
})

/** One of the visitor's favourites with its private note. 1404: the school is none of them. */
export const getCenterCollect = endpoint({
  method: 'GET',
  path: '/api/center/collect/{id}',
  summary: '一所收藏的学校和备注',
  login: 'required',
  input: z.object({ id }),
  data: z.object({ name: z.string(), note: z.string().optional() }),
})

/** Saves the visitor's private note on a favourite, an empty one deletes it; without one nothing is saved (1001). 1404: the school is none of them. */
export const saveCollectNote = endpoint({
  method: 'POST',
  path: '/api/center/collect/{id}/note',
  summary: '保存收藏的备注',
  login: 'required',
  input: z.object({
    id,
    note: z.string('备注不正确').trim().max(500, '备注最多 500 字'),
  }),
  data: z.object({ msg: z.string() }),
})
