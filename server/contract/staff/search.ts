import { z } from 'zod'
import { moment } from '../fields.ts'
import { contentKind } from './content.ts'
import { guestItem } from './guests.ts'
import { leadItem } from './leads.ts'
import { staffRoles } from './roles.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** What a search finds of each kind at most. */
export const mostFound = 8

const found = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), more: z.boolean() }).optional()

/** `withdrawn`: visitors do not see it. */
const titled = z.object({
  id: z.int(),
  title: z.string(),
  school: z.string().optional(),
  withdrawn: z.boolean(),
})

/**
 * Finds what the caller may see by one text: leads by reference, name, pinyin of the name, phone or its last four and more
 * digits; guests of events by the same, or a ticket's code; schools by any name, pinyin or initials; content, open days and events
 * by title; members by name. Parts without the right for them are absent. By name and phone only people whom the caller may be
 * shown in full. Names and phones are masked, and each search that looks for people is recorded. A POST, so that names stand in no
 * address.
 */
export const searchStaff = staffEndpoint({
  method: 'POST',
  path: '/api/staff/search',
  summary: '查找',
  right: 'any',
  input: z.object({
    text: z.string('请填写要找的内容').trim().min(1, '请填写要找的内容').max(60, '最多 60 个字'),
  }),
  data: z.object({
    leads: found(leadItem),
    guests: found(guestItem.extend({ event: z.object({ id: z.int(), title: z.string() }) })),
    schools: found(z.object({ id: z.int(), name: z.string(), hint: z.string() })),
    open_days: found(titled.extend({ starts_at: moment })),
    events: found(titled.extend({ starts_at: moment })),
    content: found(titled.extend({ kind: contentKind })),
    members: found(
      z.object({ id: z.int(), name: z.string(), role: z.enum(staffRoles), closed: z.boolean() }),
    ),
  }),
})
