import { hasRight } from '#server/contract/staff/roles.ts'
import { getStaffToday } from '#server/contract/staff/today.ts'
import { countWaitingJobs } from '#server/db/leads/outbox.ts'
import { findLackedFacts } from '#server/db/staff/school-facts.ts'
import {
  findDevicesInUse,
  findDueLeads,
  findOpenDaysBetween,
  findOperations,
  findWaitingCorrections,
  findWaitingDrafts,
  findWaitingLeads,
  findWaitingQuestions,
  type Waiting,
} from '#server/db/staff/today.ts'
import { chinaDay, startOfChinaDay } from '#server/services/china-time.ts'
import { unconfiguredJobsOf } from '#server/services/operations/unconfigured-jobs.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { leadReachOf, schoolScope } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

const dayMs = 86_400_000
/** Today and the next seven days. */
const shownDays = 8

/** The endpoint of what waits today. */
export function staffTodayEndpoints({ database: { db }, now, freeDiskBytes, jobKinds }: ApiDependencies) {
  /** Undefined where the disk cannot be read. */
  const diskFree = async () => freeDiskBytes?.().catch(() => undefined)

  const openDays = async (schoolId: number | undefined) => {
    const from = startOfChinaDay(chinaDay(now()))
    const before = new Date(from.getTime() + shownDays * dayMs)
    const rows = await findOpenDaysBetween(db, { from, before, schoolId })
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      school:
        row.schoolId === null || row.schoolName === null
          ? undefined
          : { id: row.schoolId, name: row.schoolName },
      starts_at: row.startsAt.toISOString(),
      ends_at: row.endsAt.toISOString(),
      place: row.place ?? undefined,
      taken: row.taken,
      capacity: row.capacity ?? undefined,
      waiting: row.waiting,
      cancelled: row.isCancelled,
    }))
  }

  const devices = async () => {
    const rows = await findDevicesInUse(db, now())
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      event: { id: row.eventId, title: row.eventTitle },
      last_seen_at: row.lastSeenAt?.toISOString(),
      waiting: row.waiting ?? undefined,
    }))
  }

  const operations = async () => {
    const kinds = jobKinds?.()
    const { jobsWaiting, jobsFailing, oldestFailingAt, lastBackupAt } = await findOperations(db, kinds)
    return {
      jobs_waiting: jobsWaiting,
      jobs_failing: jobsFailing,
      jobs_unconfigured: kinds === undefined ? [] : unconfiguredJobsOf(await countWaitingJobs(db), kinds),
      oldest_failing_at: oldestFailingAt?.toISOString(),
      last_backup_at: lastBackupAt?.toISOString(),
      disk_free_bytes: await diskFree(),
    }
  }

  return [
    serveStaff(getStaffToday, async ({ staff }) => {
      const schoolId = schoolScope(staff)
      const may = (right: Parameters<typeof hasRight>[1]) => hasRight(staff.role, right)
      return {
        leads: may('leads.read') ? waitingItem(await findWaitingLeads(db, leadReachOf(staff))) : undefined,
        due_leads:
          may('leads.read') && schoolId === undefined
            ? waitingItem(await findDueLeads(db, leadReachOf(staff), now()))
            : undefined,
        questions: may('questions.review') ? waitingItem(await findWaitingQuestions(db)) : undefined,
        corrections: may('questions.review') ? waitingItem(await findWaitingCorrections(db)) : undefined,
        proposed_drafts: may('content.write')
          ? waitingItem(await findWaitingDrafts(db, 'proposed'))
          : undefined,
        failed_drafts: may('content.write') ? waitingItem(await findWaitingDrafts(db, 'failed')) : undefined,
        lacked: may('content.write') ? await findLackedFacts(db, undefined) : undefined,
        refused_drafts:
          schoolId === undefined
            ? undefined
            : waitingItem(await findWaitingDrafts(db, { refusedOf: schoolId })),
        open_days: may('content.read') ? await openDays(schoolId) : undefined,
        devices: may('events.write') ? await devices() : undefined,
        operations: may('operations.read') ? await operations() : undefined,
      }
    }),
  ]
}

function waitingItem({ count, oldestAt }: Waiting) {
  return { count, oldest_at: oldestAt?.toISOString() }
}
