import { z } from 'zod'
import { moment } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'

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
      oldest_seconds: z.number().optional(),
    }),
    /** Codes sent within 24 hours, and what the limits leave. */
    sms: z.object({ sent: z.int(), left_hour: z.int(), left_day: z.int(), limit_day: z.int() }),
    devices: z.object({ online: z.int(), unsent: z.int() }),
    /** Absent where none is known. */
    last_backup_at: moment.optional(),
    disk_free_bytes: z.number().optional(),
    /** Systems that are left alone after failures, by name. */
    open_circuits: z.array(z.string()),
    /** Of the key that names and phones are encrypted with. */
    key_id: z.string(),
    started_at: moment,
  }),
})
