import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, id, listFields, listOf, moment, picture, richHtml, sortOf } from '../fields.ts'

const ofSchool = z.object({ school_id: id, page: listFields.page, page_size: listFields.page_size })
const school = z.object({ id: z.int(), name: z.string(), city_code: z.string() })

const viewItem = z.object({
  id: z.int(),
  school_id: z.int(),
  title: z.string(),
  summary: z.string().optional(),
  picture: picture.optional(),
  published_at: moment,
  likes: z.int(),
})

/** News of one school, newest first by default (the specification's views). */
export const listViews = endpoint({
  method: 'GET',
  path: '/api/school/views',
  summary: '学校动态',
  input: ofSchool.extend({ sort: sortOf('newest', 'likes') }),
  data: listOf(viewItem),
})

/** One news item of a school; 1404 for an unknown id, with `withdrawn: true` in `data` for withdrawn content. */
export const getView = endpoint({
  method: 'GET',
  path: '/api/school/view-detail/{id}',
  summary: '学校动态详情',
  input: z.object({ id }),
  data: viewItem.extend({ body: richHtml, school, updated_at: moment }),
})

const graduateItem = z.object({
  id: z.int(),
  school_id: z.int(),
  name: z.string(),
  year: z.int().optional(),
  destination: z.string().optional(),
  major: z.string().optional(),
  summary: z.string().optional(),
  portrait: picture.optional(),
  likes: z.int(),
})

/** Graduates of one school, latest year first by default. */
export const listGraduates = endpoint({
  method: 'GET',
  path: '/api/school/graduates',
  summary: '毕业生',
  input: ofSchool.extend({ sort: sortOf('newest', 'likes') }),
  data: listOf(graduateItem),
})

/** One graduate; 1404 for an unknown id, with `withdrawn: true` in `data` for withdrawn content. */
export const getGraduate = endpoint({
  method: 'GET',
  path: '/api/school/graduate-detail/{id}',
  summary: '毕业生详情',
  input: z.object({ id }),
  data: graduateItem.extend({ story: richHtml, school }),
})

/** Questions about one school that passed review, with their answers, latest first by default. */
export const listAnswers = endpoint({
  method: 'GET',
  path: '/api/school/answers',
  summary: '学校问答',
  input: ofSchool.extend({ sort: sortOf('newest', 'oldest') }),
  data: listOf(
    z.object({
      id: z.int(),
      school_id: z.int(),
      question: z.string(),
      asked_by: z.string().optional(),
      asked_at: moment,
      answers: z.array(
        z.object({ id: z.int(), body: z.string(), answered_by: z.string(), answered_at: moment }),
      ),
    }),
  ),
})

/** Teachers of one school, in the school's order. */
export const listTeachers = endpoint({
  method: 'GET',
  path: '/api/school/teachers',
  summary: '师资',
  input: ofSchool.extend({ sort: sortOf('operator') }),
  data: listOf(
    z.object({
      id: z.int(),
      school_id: z.int(),
      name: z.string(),
      role: z.string(),
      subject: z.string().optional(),
      /** Years in the profession. */
      years: z.int().optional(),
      bio: z.string().optional(),
      portrait: picture.optional(),
    }),
  ),
})

/** Pictures of one school's campus, in the school's order. */
export const listEnvs = endpoint({
  method: 'GET',
  path: '/api/school/envs',
  summary: '校园环境',
  input: ofSchool.extend({ sort: sortOf('operator') }),
  data: listOf(
    z.object({ id: z.int(), school_id: z.int(), title: z.string(), picture, taken_on: day.optional() }),
  ),
})
