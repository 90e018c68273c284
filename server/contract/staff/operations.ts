import { z } from 'zod'
import { id, moment } from '../fields.ts'
import { timedTaskNames } from './timed-tasks.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** Jobs of one kind that wait for a variable that is not set. */
export const unconfiguredJobs = z.array(
  z.object({ kind: z.string(), jobs: z.int(), variable: z.string().optional() }),
)

/** State of the running site, from the sources of its metrics. Ages and lags in seconds, sizes in bytes. */
export const getOperations = staffEndpoint({
  method: 'GET',
  path: '/api/staff/operations',
  summary: '运行',
  right: 'operations.read',
  input: z.object({}),
  data: z.object({
    database: z.object({ engine: z.enum(['embedded', 'postgres']), bytes: z.number() }),
    replicas: z.object({
      named: z.int(),
      /** Those near enough to the primary to be read. */
      usable: z.int(),
      lags: z.array(z.object({ name: z.string(), seconds: z.number() })),
    }),
    jobs: z.object({
      waiting: z.int(),
      /** Failed at least once, and tried again. */
      failing: z.int(),
      /** Wait for a variable that is not set. */
      unconfigured: z.int(),
      unconfigured_kinds: unconfiguredJobs,
      /** The oldest of those that failed, 50 at most; `reason` is of the last try. */
      failed: z.array(
        z.object({
          id,
          kind: z.string(),
          tries: z.int(),
          created_at: moment,
          due_at: moment,
          reason: z.string(),
        }),
      ),
      oldest_seconds: z.number().optional(),
    }),
    /** Codes sent within 24 hours, and what the limits leave: to all phones, and of it to those that the site does not know. */
    sms: z.object({
      sent: z.int(),
      left_hour: z.int(),
      left_day: z.int(),
      limit_day: z.int(),
      left_hour_new_phones: z.int(),
      left_day_new_phones: z.int(),
    }),
    devices: z.object({ online: z.int(), unsent: z.int() }),
    /** Absent where none is known. */
    last_backup_at: moment.optional(),
    /** When the restore of a backup was last rehearsed with success. */
    last_backup_tried_at: moment.optional(),
    disk_free_bytes: z.number().optional(),
    /** Systems that are left alone after failures, by name. */
    open_circuits: z.array(z.string()),
    /** Variables that a public site should have and this one has not, worst first, and what it lacks without them. */
    missing_settings: z.array(z.object({ variable: z.string(), lack: z.string() })),
    /** Schools that are not closed, those whose pages search engines may have, and those with a picture. */
    schools: z.object({ total: z.int(), indexed: z.int(), pictured: z.int() }),
    /** Of the key that names and phones are encrypted with. */
    key_id: z.string(),
    started_at: moment,
    /** The build of the pages, as in the metric `site_info`; absent where there is none. */
    build: z.string().optional(),
    /** Last runs of the timed tasks of this process; those that have not ended yet are absent. */
    timed_tasks: z.array(
      z.object({ name: z.enum(timedTaskNames), ended_at: moment, failure: z.string().optional() }),
    ),
  }),
})

/** Has a failed job tried again at once. Answers 1404 when it is done, or did not fail. */
export const retryFailedJob = staffEndpoint({
  method: 'POST',
  path: '/api/staff/operations/jobs/{id}/retry',
  summary: '重试任务',
  right: 'operations.write',
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})
