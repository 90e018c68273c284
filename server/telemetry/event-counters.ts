import { Counter } from 'prom-client'

/** Event counters of this process, for its metrics. */
export type EventCounters = {
  /** Counts a request that a limit refused, by the limit's name. */
  refused: (limit: string) => void
  /** Counts a message that a provider did not accept. */
  smsFailed: (provider: string, failure: { kind: string; reason: string }) => void
  /** The counters, for the registry of the metrics. */
  all: readonly Counter[]
}

/** Makes the counters, without a registry. */
export function createEventCounters(): EventCounters {
  const refusals = new Counter({
    name: 'site_refusals_total',
    help: 'Requests that a limit refused, by its name',
    labelNames: ['limit'],
    registers: [],
  })
  const smsFailures = new Counter({
    name: 'site_sms_failures_total',
    help: 'Messages that were not taken for sending, by provider, kind of failure and the provider’s code',
    labelNames: ['provider', 'kind', 'reason'],
    registers: [],
  })
  return {
    refused: (limit) => refusals.inc({ limit }),
    smsFailed: (provider, { kind, reason }) => smsFailures.inc({ provider, kind, reason }),
    all: [refusals, smsFailures],
  }
}
