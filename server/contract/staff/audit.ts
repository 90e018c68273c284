import { z } from 'zod'
import { id, listFields, listOf, moment } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { writtenDay } from './written-fields.ts'

/** A field's change: its values before and after, or `changed` where they are personal. */
const change = z.union([z.literal('changed'), z.tuple([z.unknown(), z.unknown()])])

const searched = z.string().trim().max(60, '最多 60 个字')

const filters = {
  who: searched.optional(),
  staff: id.optional(),
  what: searched.optional(),
  record: searched.optional(),
  from: writtenDay.optional(),
  to: writtenDay.optional(),
}

/**
 * Records of the access log, latest first: who changed or took out what, by a page, a command or an import. `who`: a part
 * of the name; `staff`: a member; `what`: a part of the command; `record`: one record, or all of a kind (`lead`); `from`,
 * `to`: days in China, both included.
 */
export const listAudit = staffEndpoint({
  method: 'GET',
  path: '/api/staff/audit',
  summary: '操作记录',
  right: 'audit.read',
  input: z.object({ ...filters, page: listFields.page, page_size: listFields.page_size }),
  data: listOf(
    z.object({
      id: z.int(),
      at: moment,
      /** A member's name, or an operator's account on the machine. */
      who: z.string(),
      /** Absent for commands. */
      staff_id: z.int().optional(),
      /** Such as `staff members change` or `import`. */
      command: z.string(),
      /** Such as `staff:3`, `school:12`, `lead:484Q03SY1T`. */
      record: z.string().optional(),
      changes: z.record(z.string(), change).optional(),
      /** Chinese names of changed fields of content. */
      labels: z.record(z.string(), z.string()).optional(),
      details: z.record(z.string(), z.unknown()),
      rows: z.int(),
    }),
  ),
})

/**
 * A part of the CSV file of the records that match, latest first: those before the record `before`. The first part is
 * recorded as an export, whose number, member and time every row has; `export`: that number, for the parts that follow.
 */
export const exportAuditPart = staffEndpoint({
  method: 'GET',
  path: '/api/staff/audit/file',
  summary: '导出操作记录',
  right: 'audit.read',
  freshFactor: true,
  input: z.object({ ...filters, before: id.optional(), export: id.optional() }),
  data: z.object({
    text: z.string(),
    export: z.int(),
    /** Where the next part begins; absent after the last one. */
    next: z.int().optional(),
  }),
})
