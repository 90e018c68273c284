import type { Config } from '../config.ts'
import type { DatabaseConnection } from '../db/connect.ts'
import { leadNotificationKind } from '../db/leads/lead-notifications.ts'
import { leadDigestKind } from '../db/staff/lead-digests.ts'
import { publishDueDrafts } from '../services/content/drafts/publish-due-drafts.ts'
import type { ImageStore } from '../services/media/images/store.ts'
import { leadDigestHandler, makeLeadDigests } from '../services/leads/notification/lead-digest.ts'
import { hideStaleFacts } from '#server/services/schools/stale-facts.ts'
import { removeUnusedPictures } from '../services/media/uploads/remove-unused-pictures.ts'
import { makeNotification, notificationHandler } from '../services/leads/notification/notify-staff.ts'
import { hasAdministrator } from '../db/staff/members.ts'
import { describeFailure } from '../db/failure.ts'
import { countWaitingJobs } from '../db/leads/outbox.ts'
import type { Logger } from '../telemetry/log.ts'
import { smsNoticeKind } from '../db/open-days/open-day-notices.ts'
import { reminderKind } from '../db/open-days/reminders.ts'
import { ticketMessageKind } from '../db/open-days/ticket-messages.ts'
import { giveFreeSeats } from '../services/open-days/give-free-seats.ts'
import { makeNotices } from '../services/open-days/make-notices.ts'
import { makeReminders, reminderHandler } from '../services/open-days/reminders.ts'
import { smsNoticeHandler } from '../services/open-days/sms-notice.ts'
import { makeTicketMessages, ticketMessageHandler } from '../services/open-days/ticket-messages.ts'
import { crmHandlers } from '../services/outbox/crm-handlers.ts'
import { jobVariables } from '../services/outbox/job-variables.ts'
import { smsBudgetOf } from '../services/accounts/sms-budget.ts'
import { runOutboxWorker, type JobHandler } from '../services/outbox/outbox-worker.ts'
import { indexPeople } from '../services/personal-data/index-people.ts'
import type { PersonalData } from '../services/personal-data/personal-data.ts'
import { smsNotices } from '../services/sms/send-sms.ts'
import type { SmsFailed } from '../services/sms/sms-failure.ts'
import type { Upstreams } from '../services/upstream.ts'
import { applyRetention } from '../services/accounts/apply-retention.ts'
import { startTimedTasks, type TimedTaskRun } from '../services/timed-tasks.ts'

type Needs = {
  connection: DatabaseConnection
  personal: PersonalData
  images: ImageStore
  config: Pick<Config, 'crm' | 'leadNotify'> &
    Partial<Pick<Config, 'publicOrigin' | 'sms' | 'smsDailyLimit' | 'smsHourlyLimit'>>
  log: Logger
  now: () => Date
  upstreams?: Upstreams
  onSmsFailure?: SmsFailed
}

/**
 * Starts the background jobs: outbox, retention, notices to guests and staff. Jobs whose receiver is not configured
 * wait until it is. `kinds` are those that this process handles, `timedRuns` the last runs of its timed tasks;
 * `stop` resolves when all have ended.
 */
export function startJobs({
  connection,
  personal,
  images,
  config,
  log,
  now,
  upstreams,
  onSmsFailure,
}: Needs): {
  kinds: readonly string[]
  timedRuns: () => readonly TimedTaskRun[]
  stop: () => Promise<void>
} {
  const { db } = connection
  const { crm, leadNotify, sms = { sender: 'console' } } = config
  const handlers = new Map<string, JobHandler>(
    crm === undefined ? [] : crmHandlers({ db, personal, now, crm, upstreams }),
  )
  const notices = smsNotices(sms, { upstreams, onFailure: onSmsFailure })
  if (notices !== undefined && notices.kinds.size > 0) {
    handlers.set(smsNoticeKind, smsNoticeHandler({ db, personal, now, send: notices.send }))
  }
  if (notices?.tickets === true) {
    const needs = { database: connection, personal, now, send: notices.send }
    handlers.set(ticketMessageKind, ticketMessageHandler(needs))
  }
  if (notices?.reminders === true) {
    const needs = { database: connection, personal, now, send: notices.send }
    handlers.set(reminderKind, reminderHandler(needs))
  }
  if (notices?.leads === true) {
    handlers.set(leadDigestKind, leadDigestHandler({ db, personal, now, send: notices.send }))
  }
  if (leadNotify !== undefined) {
    const staffPage = () => staffLeadsAddress(db, config.publicOrigin)
    handlers.set(leadNotificationKind, notificationHandler(leadNotify, { upstreams, staffPage }))
  }
  const kinds = [...handlers.keys()]
  const logged = logWaitingJobs({ db, log, kinds })
  const outbox = runOutboxWorker({ db, log, now, handlers })
  const budget = smsBudgetOf(config)
  const timed = startTimedTasks(
    {
      async retention(stopped) {
        const done = await applyRetention(db, now(), stopped)
        if (Object.keys(done).length > 0) log.info({ done }, 'what is kept no longer is gone')
      },
      async open_day_notices() {
        const kinds = notices?.kinds ?? new Set()
        await giveFreeSeats(connection, { now: now(), sms: kinds })
        await makeNotices(connection, { now: now(), sms: kinds })
      },
      person_indexes: (stopped) => indexPeople(db, personal, stopped),
      drafts: () => publishDueDrafts({ database: connection, images, now: now() }),
      stale_facts: () => hideStaleFacts(connection, now()),
      uploaded_pictures: () => removeUnusedPictures({ database: connection, images, now: now() }),
      ...(notices?.tickets === true && {
        ticket_messages: () => makeTicketMessages(connection, { now: now(), budget }),
      }),
      ...(notices?.reminders === true && {
        reminders: () => makeReminders(connection, { now: now(), budget }),
      }),
      ...(notices?.leads === true && { lead_digests: () => makeLeadDigests(db, { now: now(), budget }) }),
      ...(leadNotify !== undefined && {
        lead_notifications: () => makeNotification(db, leadNotify, now()),
      }),
    },
    { log, now },
  )
  return {
    kinds,
    timedRuns: timed.runs,
    async stop() {
      await Promise.all([outbox.stop(), timed.stop(), logged])
    },
  }
}

/** The page of waiting leads; undefined while the staff area is off, or without a known address. */
async function staffLeadsAddress(
  db: DatabaseConnection['db'],
  publicOrigin: string | undefined,
): Promise<string | undefined> {
  if (publicOrigin === undefined || !(await hasAdministrator(db))) return undefined
  return new URL('/staff/leads/?state=received&sort=oldest', publicOrigin).href
}

type Waiting = { db: DatabaseConnection['db']; log: Logger; kinds: readonly string[] }

/** Logs the kinds of waiting jobs that have no handler here, with the variable that is missing. */
async function logWaitingJobs({ db, log, kinds }: Waiting): Promise<void> {
  try {
    for (const { kind, jobs } of await countWaitingJobs(db)) {
      const variable = jobVariables.get(kind)
      if (kinds.includes(kind) || variable === undefined) continue
      log.warn({ kind, jobs, variable }, 'jobs wait for a variable that is not set')
    }
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'the outbox was not read')
  }
}
