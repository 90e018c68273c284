import { codes } from '#server/contract/codes.ts'
import { getOperations, retryFailedJob } from '#server/contract/staff/operations.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { retryJob } from '#server/db/leads/outbox.ts'
import { leaseMs } from '#server/services/outbox/outbox-worker.ts'
import { ApiError } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of the site's state and its failed jobs. */
export function staffOperationEndpoints({ database: { db }, now, operations }: ApiDependencies) {
  return [
    serveStaff(getOperations, () => {
      if (operations === undefined) throw new ApiError(codes.notNow)
      return operations()
    }),
    serveStaff(retryFailedJob, ({ input: { id }, staff }) =>
      db.transaction(async (tx) => {
        const at = now()
        // A job that is due sooner may be running in another process.
        const job = await retryJob(tx, id, { now: at, until: new Date(at.getTime() + leaseMs) })
        if (job === undefined)
          throw new ApiError(codes.notFound, { message: '这个任务已经发出，或者没有失败过' })
        await noteAccess(tx, {
          staff: { id: staff.id, name: staff.name },
          command: 'staff jobs retry',
          record: `job:${id}`,
          details: { kind: job.kind },
          rows: 1,
        })
        return { msg: '马上再试' }
      }),
    ),
  ]
}
