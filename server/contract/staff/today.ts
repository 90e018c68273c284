import { z } from 'zod'
import { moment } from '../fields.ts'
import { unconfiguredJobs } from './operations.ts'
import { lackedFacts } from './school-facts.ts'
import { staffEndpoint } from './staff-endpoint.ts'

const waiting = z.object({
  count: z.int(),
  /** Since when the oldest waits; absent where nothing does. */
  oldest_at: moment.optional(),
})

/**
 * What waits for the caller: parts without the right for them are absent, and a member of the role `school` sees those of
 * the own school.
 */
export const getStaffToday = staffEndpoint({
  method: 'GET',
  path: '/api/staff/today',
  summary: '今天',
  right: 'any',
  input: z.object({}),
  data: z.object({
    /** Leads that nobody has contacted (`leads.read`). */
    leads: waiting.optional(),
    /** Leads whose sender is to be called again by now (`leads.read`, not for schools). */
    due_leads: waiting.optional(),
    /** Questions and reports of errors without an answer (`questions.review`). */
    questions: waiting.optional(),
    corrections: waiting.optional(),
    /** Drafts that were proposed, and those whose publishing at a time failed (`content.write`). */
    proposed_drafts: waiting.optional(),
    failed_drafts: waiting.optional(),
    /** Drafts of the own school that were refused (role `school`). */
    refused_drafts: waiting.optional(),
    /** What to fill in first of what schools lack (`content.write`): see `getCompleteness`. */
    lacked: lackedFacts.optional(),
    /** Open days of today and the next seven days (`content.read`). */
    open_days: z
      .array(
        z.object({
          id: z.int(),
          title: z.string(),
          school: z.object({ id: z.int(), name: z.string() }).optional(),
          starts_at: moment,
          ends_at: moment,
          place: z.string().optional(),
          taken: z.int(),
          capacity: z.int().optional(),
          /** Requests on the waiting list. */
          waiting: z.int(),
          cancelled: z.boolean(),
        }),
      )
      .optional(),
    /** Paired devices of events that have not ended (`events.write`). */
    devices: z
      .array(
        z.object({
          id: z.int(),
          name: z.string(),
          event: z.object({ id: z.int(), title: z.string() }),
          last_seen_at: moment.optional(),
          /** Check-ins that it still had to upload when it was last seen. */
          waiting: z.int().optional(),
        }),
      )
      .optional(),
    /** State of the site (`operations.read`). */
    operations: z
      .object({
        /** Jobs whose receiver is configured. */
        jobs_waiting: z.int(),
        /** Jobs that failed at least once and are tried again. */
        jobs_failing: z.int(),
        jobs_unconfigured: unconfiguredJobs,
        oldest_failing_at: moment.optional(),
        /** Absent where none is known. */
        last_backup_at: moment.optional(),
        disk_free_bytes: z.number().optional(),
      })
      .optional(),
  }),
})
