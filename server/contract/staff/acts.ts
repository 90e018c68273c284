import { z } from 'zod'
import { id } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { undoableActs } from './undoable-acts.ts'

/**
 * Undoes an act of the caller's own within `undoMinutes`: every record is again what it was before. 1404 for an act of
 * somebody else; 1409 with `data.state` `late`, or `undone` when it was undone already. A record that changed since, or is out
 * of reach now, stays as it is and is in `kept`.
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
    kept: z.array(z.object({ record: z.string(), why: z.enum(['changed', 'gone']) })),
  }),
})
