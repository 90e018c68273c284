import { z } from 'zod'
import { childInput } from '../child/child.ts'
import { schoolEntry } from '../child/school-entry.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, richHtml, tick } from '../fields.ts'
import { recipientKinds } from '../leads/recipient.ts'
import { schoolCard } from './schools.ts'
import { factPassport } from '../catalogue/fact-statements.ts'
import { schoolColumns, statedFacts } from '../catalogue/school-columns.ts'
import { schoolFigures, schoolLines } from '../catalogue/school-facts.ts'
import { recordOf } from '../catalogue/typed-records.ts'

/** Whole CNY per year. */
const cny = z.int().nonnegative()

/** A school's place in a ranked list, the latest one of its name. */
const schoolRanking = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  year: z.int(),
  paid: z.boolean(),
  place: z.int(),
  /** How many places the list has. */
  total: z.int(),
})

/** Figures of the fact sheet; amounts in whole CNY per year. */
const figures = recordOf(schoolFigures, (name) => {
  const { value } = schoolColumns[name]
  if (value.type === 'money') return cny.optional()
  return 'decimals' in value ? z.number().optional() : z.int().optional()
})

/** Facts of the fact sheet that are shown as they were written. */
const lines = recordOf(schoolLines, () => z.string().optional())

const section = z.object({ title: z.string(), body: richHtml })
const schoolLink = z.object({ id: z.int(), name: z.string() })

/** A school's fact sheet and texts (the specification's detailInfo). Absent fields are unknown. */
export const schoolDetail = schoolCard.extend({
  aliases: z.array(z.string()),
  former_names: z.array(z.string()),
  ...figures,
  ...lines,
  fees: z.array(
    z.object({ label: z.string(), amount: cny, per: z.enum(['year', 'once']), note: z.string().optional() }),
  ),
  phone: z.string().optional(),
  website: z.string().optional(),
  about: z.array(section),
  admissions: z.array(section),
  /** Facts that the school does not publish, as it or an editor says. Any other absent fact is not known to the site. */
  not_published: z.array(z.enum(statedFacts)),
  /** Where its facts come from. Of a fact in none of them nobody said it, and its day is not known. */
  passports: z.array(factPassport),
  closed_at: day.optional(),
  successor: schoolLink.optional(),
  /** Who receives requests about it; absent: nobody, and they are refused. */
  recipient: z.enum(recipientKinds).optional(),
  predecessors: z.array(schoolLink),
  /** Its places in the ranked lists of its city, in their order. */
  rankings: z.array(schoolRanking),
  /** How many rows each part holds, so that pages and links know what is there. */
  counts: z.object({
    views: z.int(),
    graduates: z.int(),
    teachers: z.int(),
    answers: z.int(),
    envs: z.int(),
    open_days: z.int(),
  }),
  /** Only when the call asks for it. */
  entry: schoolEntry.optional(),
})
export type SchoolDetailData = z.output<typeof schoolDetail>

/** One school; 1404 for an unknown id. */
export const getSchool = endpoint({
  method: 'GET',
  path: '/api/school/detail/{id}',
  summary: '学校详情',
  input: z.object({
    id,
    ...childInput,
    /** Whether the answer has costs, entry, admission dates, buses and official records. */
    entry: tick.optional(),
  }),
  data: schoolDetail,
})
