import { z } from 'zod'
import { cityCode, richHtml } from '../fields.ts'
import { openDayItem } from '../open-days.ts'
import { schoolCard } from '../schools/schools.ts'

/**
 * What an article embeds, as it is at the time of the call: schools by number, a list of schools with its first ones, or
 * open days. What was withdrawn is left out.
 */
export const embed = z.discriminatedUnion('type', [
  z.object({ type: z.literal('schools'), schools: z.array(schoolCard) }),
  z.object({
    type: z.literal('list'),
    city_code: cityCode,
    /** The list's filters as in its address. */
    query: z.record(z.string(), z.string()),
    total: z.int(),
    /** The first three. */
    schools: z.array(schoolCard),
  }),
  z.object({
    type: z.literal('open_days'),
    /** Absent when the open days were chosen by number. */
    city_code: cityCode.optional(),
    open_days: z.array(openDayItem),
  }),
])
export type Embed = z.output<typeof embed>

/** A part of an article: text, or what it embeds. */
export const articlePart = z.union([z.object({ html: richHtml }), z.object({ embed })])

/** A text of the operator that may embed schools, lists and open days. */
export const articleText = {
  /** The whole text without what it embeds. */
  body: richHtml,
  /** Text and embeds in their order; absent when nothing is embedded. */
  parts: z.array(articlePart).optional(),
}
