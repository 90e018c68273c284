import { z } from 'zod'
import { id } from '../../fields.ts'
import { reference } from '../../leads/clue.ts'
import { batchEndpoints } from './batch.ts'
import { unlessEmpty } from '../empty-field.ts'
import { leadClosings } from '../lead-terms.ts'
import { leadFilterFields } from '../leads.ts'

/**
 * What may be done with several leads at once: given to an advisor or to nobody, given to their schools, closed with one reason.
 * `export` is checked alone: its file is `exportRecordsFile`.
 */
export const leadBatchActs = ['assign', 'transfer', 'close', 'export'] as const
export type LeadBatchAct = (typeof leadBatchActs)[number]

/** Acts with several leads. A check needs no values. */
export const { check: checkLeadBatch, run: runLeadBatch } = batchEndpoints({
  path: '/api/staff/lead-batch',
  noun: '线索',
  right: 'leads.write',
  acts: leadBatchActs,
  record: reference,
  values: {
    /** Of `assign`: a member's id, or `0` for nobody. */
    advisor: unlessEmpty(z.union([z.literal('0').transform(() => 0), z.literal(0), id], '请选择顾问')),
    /** Of `close`. */
    reason: unlessEmpty(
      z.enum(
        leadClosings.map(({ slug }) => slug),
        '请选择原因',
      ),
    ),
  },
  filters: leadFilterFields,
})
