import type { Config } from './config.ts'
import type { DatabaseConnection } from './db/connect.ts'
import type { Logger } from './log.ts'
import { tellCrm } from './services/outbox/tell-crm.ts'
import { workOutbox, type JobHandler } from './services/outbox/work-outbox.ts'
import type { PersonalData } from './services/personal-data/personal-data.ts'
import type { Upstreams } from './services/upstream.ts'
import { scheduleRetention } from './services/retention/schedule-retention.ts'

type Needs = {
  connection: DatabaseConnection
  personal: PersonalData
  config: Pick<Config, 'crm'>
  log: Logger
  now: () => Date
  upstreams?: Upstreams
}

/** Without a CRM nobody is to be told of a lead, also not when one is configured later. */
const tellNobody: JobHandler = async () => undefined

/** What goes on beside the answers: the outbox and the rules of retention. `stop` resolves when both have ended. */
export function startJobs({ connection: { db }, personal, config, log, now, upstreams }: Needs): {
  stop: () => Promise<void>
} {
  const { crm } = config
  const lead = crm === undefined ? tellNobody : tellCrm({ db, personal, now, crm, upstreams })
  const outbox = workOutbox({ db, log, now, handlers: new Map([['lead', lead]]) })
  const retention = scheduleRetention(db, log, now)
  return {
    async stop() {
      await Promise.all([outbox.stop(), retention.stop()])
    },
  }
}
