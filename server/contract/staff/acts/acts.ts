import { z } from 'zod'
import { id, moment } from '../../fields.ts'
import { batchRow } from './batch.ts'
import { staffEndpoint } from '../staff-endpoint.ts'
import { undoableActs } from './undoable-acts.ts'

/** What an act of the caller's own with several records did, record by record; 1404 for any other. */
export const getAct = staffEndpoint({
  method: 'GET',
  path: '/api/staff/acts/{id}',
  summary: '刚才的操作',
  right: 'any',
  input: z.object({ id }),
  data: z.object({
    kind: z.enum(undoableActs),
    /** Which act of its list: `assign`. */
    act: z.string(),
    rows: z.array(batchRow),
    /** Until when it can be undone; absent where it changed nothing, or was undone already. */
    until: moment.optional(),
    undone: z.boolean(),
  }),
})

/**
 * Undoes an act of the caller's own within `undoMinutes`: every record is again what it was before. 1404 for an act of
 * somebody else; 1409 with `data.state` `late`, or `undone` when it was undone already. A record that changed since, or is out
 * of reach now, stays as it is and is in `kept`; so does one that its school was given and has looked at (`seen`).
 */
export const undoAct = staffEndpoint({
  method: 'POST',
  path: '/api/staff/acts/{id}/undo',
  summary: '撤销刚才的操作',
  right: 'any',
  input: z.object({ id }),
  data: z.object({
    msg: z.string(),
    kind: z.enum(undoableActs),
    undone: z.int(),
    kept: z.array(z.object({ record: z.string(), why: z.enum(['changed', 'gone', 'seen']) })),
  }),
})
