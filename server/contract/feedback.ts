import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, personName, phone } from './fields.ts'

/** Asks a question about a school; it is shown after review. */
export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/school/questions',
  summary: '提问',
  input: z.object({
    school_id: id,
    question: z.string('请填写问题').trim().min(5, '问题至少 5 个字').max(500, '问题最多 500 字'),
    name: personName.optional(),
    phone: phone.optional(),
    key: z.string().max(255, '提交编号不正确').optional(),
  }),
  data: z.object({ id: z.int(), msg: z.string() }),
})

const liked = z.object({ likes: z.int(), liked: z.boolean() })

/** Likes a news item of a school, once for each visitor (header or field `vid`, else the token's owner). */
export const likeView = endpoint({
  method: 'POST',
  path: '/api/school/view/likes',
  summary: '点赞学校动态',
  input: z.object({ view_id: id }),
  data: liked,
})

/** Likes a graduate's story, once for each visitor. */
export const likeGraduate = endpoint({
  method: 'POST',
  path: '/api/school/graduate/likes',
  summary: '点赞毕业生',
  input: z.object({ graduate_id: id }),
  data: liked,
})
