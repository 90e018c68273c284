import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { findSiteFacts, type SiteFacts } from '../db/site-facts.ts'
import { withTimeLimit } from '../network/time-limit.ts'
import { freeDiskBytes } from './free-disk-bytes.ts'

/**
 * Gauges by name, read when the metrics are: a number, undefined for one that cannot be read now, or one for each value of
 * a label.
 */
export type Gauges = Readonly<
  Record<
    string,
    | { help: string; ask: () => number | undefined | Promise<number | undefined> }
    | { help: string; label: string; askEach: () => ReadonlyMap<string, number> }
  >
>

/** Cache lifetime of the facts in ms: one read serves all gauges of an answer. */
const freshMs = 1000
/** Time limit of the database's answer, in ms. */
const answerMs = 2000

/** Gauges of one process that has the API. */
export function processGauges({
  connection: { pool },
  circuits,
}: Pick<Backend, 'connection' | 'circuits'>): Gauges {
  return {
    site_circuit_open: {
      help: 'Whether another system is left alone after failures: 1 while it is',
      label: 'system',
      askEach: () => new Map([...circuits()].map(([system, isOpen]) => [system, isOpen ? 1 : 0])),
    },
    site_database_clients: { help: 'Connections to the database', ask: () => pool.totalCount },
    site_database_clients_idle: { help: 'Connections that nobody uses', ask: () => pool.idleCount },
    site_database_waiting: { help: 'Statements that wait for a connection', ask: () => pool.waitingCount },
  }
}

/** Gauges of the whole site, the same in every process. One that cannot be read now is left out. */
export function siteGauges(
  backend: Pick<Backend, 'connection' | 'jobKinds' | 'replicas' | 'smsLeft'>,
  { dataDir, smsBudget }: Pick<Config, 'dataDir'> & { smsBudget: Awaited<ReturnType<Backend['smsLeft']>> },
): Gauges {
  const facts = cachedFacts(backend)
  const left = (of: keyof Awaited<ReturnType<Backend['smsLeft']>>) => async () =>
    (await backend.smsLeft())[of]
  const fact = (name: keyof SiteFacts, help: string) => ({
    help,
    ask: async () => (await facts())[name] ?? undefined,
  })
  const age = (name: keyof SiteFacts, help: string) => ({ help, ask: async () => (await facts())[name] ?? 0 })
  return {
    site_database_up: {
      help: 'Whether the database answers: 1 or 0',
      ask: () =>
        facts().then(
          () => 1,
          () => 0,
        ),
    },
    site_replicas: {
      help: 'Replicas that DATABASE_REPLICA_URL names',
      ask: () => backend.replicas?.databases.length ?? 0,
    },
    site_replicas_usable: {
      help: 'Those that are near enough to the primary to be read',
      ask: () => backend.replicas?.usable() ?? 0,
    },
    site_replica_lag_seconds: {
      help: 'How far a replica that answers is behind the primary',
      label: 'replica',
      askEach: () => backend.replicas?.lags() ?? new Map(),
    },
    site_outbox_jobs: fact('jobs', 'Jobs of the outbox that are not done'),
    site_outbox_jobs_failing: fact('jobsFailing', 'Those that failed at least once and are tried again'),
    site_outbox_jobs_unconfigured: fact('jobsUnconfigured', 'Those that wait for a variable that is not set'),
    site_outbox_oldest_job_seconds: age('oldestJob', 'Age of the oldest job that can be done; 0 for none'),
    site_leads: fact('leads', 'Leads stored since the beginning'),
    site_leads_24h: fact('leadsDay', 'Leads stored within 24 hours'),
    site_leads_waiting: fact('leadsWaiting', 'Leads that await a call and that nobody has contacted yet'),
    site_leads_oldest_waiting_seconds: age('oldestLead', 'Age of the oldest of them; 0 for none'),
    site_check_ins_24h: fact('checkInsDay', 'Check-ins that arrived within 24 hours'),
    site_questions_waiting: fact('questionsWaiting', 'Questions that wait for review'),
    site_questions_oldest_seconds: age('oldestQuestion', 'Age of the oldest of them; 0 for none'),
    site_corrections_waiting: fact('correctionsWaiting', 'Reports of errors that wait for an answer'),
    site_corrections_oldest_seconds: age('oldestCorrection', 'Age of the oldest of them; 0 for none'),
    site_sms_codes_24h: fact('codesDay', 'Codes sent by SMS within 24 hours'),
    site_sms_left_this_hour: { help: 'Messages that may still be sent this hour', ask: left('hour') },
    site_sms_left_today: { help: 'Messages that may still be sent today', ask: left('day') },
    site_sms_left_this_hour_for_new_phones: {
      help: 'Those of the hour that may go to phones that the site does not know',
      ask: left('newPhonesHour'),
    },
    site_sms_left_today_for_new_phones: {
      help: 'Those of the day that may go to phones that the site does not know',
      ask: left('newPhonesDay'),
    },
    site_sms_limit_this_hour_for_new_phones: {
      help: 'How many such messages an hour may have',
      ask: () => smsBudget.newPhonesHour,
    },
    site_sms_limit_today_for_new_phones: {
      help: 'How many such messages a day may have',
      ask: () => smsBudget.newPhonesDay,
    },
    site_kiosk_devices_online: fact('kioskOnline', 'Check-in devices seen within two minutes'),
    site_kiosk_unsent: fact('kioskUnsent', 'Check-ins that devices still had when they were last seen'),
    site_backup_last_timestamp_seconds: fact('lastBackup', 'When the last backup was complete, Unix time'),
    site_backup_tried_timestamp_seconds: fact(
      'lastBackupTried',
      'When the restore of a backup was last rehearsed with success, Unix time',
    ),
    site_disk_free_bytes: {
      help: 'Room for the site on the disk of DATA_DIR',
      ask: () => freeDiskBytes(dataDir),
    },
  }
}

function cachedFacts({
  connection: { db },
  jobKinds,
}: Pick<Backend, 'connection' | 'jobKinds'>): () => Promise<SiteFacts> {
  let cached: { at: number; facts: Promise<SiteFacts> } | undefined
  return () => {
    if (cached === undefined || performance.now() - cached.at > freshMs) {
      cached = {
        at: performance.now(),
        facts: withTimeLimit(answerMs, () => findSiteFacts(db, { now: new Date(), kinds: jobKinds })),
      }
    }
    return cached.facts
  }
}
