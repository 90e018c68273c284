import { z } from 'zod'
import { codes } from '../codes.ts'
import { mostPeople } from '../catalogue/lead-fields.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, tick } from '../fields.ts'
import { sendClue } from './clue.ts'
import { mostAsked } from './visit-terms.ts'

/** What a family asks of one school: a seat of an open day, else a visit on a day that it wishes, or on any. */
const visit = z.object({
  school_id: id,
  open_day_id: id.optional(),
  wish_day: day.optional(),
  wish_half: z.enum(['morning', 'afternoon'], '时间不正确').optional(),
  recipient: sendClue.input.shape.recipient,
  consent_contact: tick,
  consent_guardian: tick,
})

const { name, phone, grade, contact_preference, source, code, key } = sendClue.input.shape

/**
 * Asks several schools for a visit at once: a lead of its own for each, all or none of them. Keys, phones, codes and refusals
 * are those of `/api/clue`; `visits.{n}.{field}` names what is wrong with one of them. The wish and the number of people are
 * answers of each lead (`wish`, `people`).
 */
export const sendJointClue = endpoint({
  method: 'POST',
  path: '/api/clue/joint',
  summary: '一次约多所学校',
  recognises: true,
  headers: ['Idempotency-Key'],
  refusals: [codes.conflict, codes.tooMany],
  input: z.object({
    visits: z
      .array(visit, '请选择学校')
      .min(1, '请选择学校')
      .max(mostAsked, `一次最多约 ${mostAsked} 所学校`)
      .refine(
        (visits) => new Set(visits.map(({ school_id }) => school_id)).size === visits.length,
        '每所学校只能约一次',
      ),
    name,
    phone,
    grade,
    contact_preference,
    people: z.coerce
      .number('人数不正确')
      .int('人数不正确')
      .min(1, '人数不正确')
      .max(mostPeople, '人数不正确')
      .optional(),
    message: z.string().trim().max(400, '留言最多 400 字').optional(),
    source,
    code,
    key,
  }),
  data: z.object({ requests: z.array(sendClue.data.extend({ school_id: z.int() })) }),
})
