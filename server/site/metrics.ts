import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Gauges } from '../telemetry/site-gauges.ts'
import type { AdmissionControl } from './admission-control.ts'
import { cacheStatusOf, type Observer } from './request-lifecycle.ts'

/** Who may read the metrics: whoever has the token, or, without one, this machine itself. */
export type MetricsReaders = { token: string } | 'loopback'

/** Metrics of the process in Prometheus's text format. */
export type Metrics = {
  /** Counts an answer that was sent. */
  observe: Observer
  /** The text of all metrics; undefined when the client may not read them. */
  read: (incoming: IncomingMessage) => Promise<string> | undefined
}

const kinds: [pattern: RegExp, kind: string][] = [
  [/^\/api\//, 'api'],
  [/^\/staff\//, 'staff'],
  [/^\/media\//, 'media'],
  [/^\/(?:assets|builds)\//, 'file'],
  [/^[^?]*\.data(?:\?|$)/, 'data'],
  [/^\/(?:healthz|readyz|metrics)$/, 'probe'],
  [/^[^?]*\.[a-z0-9]{2,12}(?:\?|$)/, 'file'],
]

type Parts = {
  admission: AdmissionControl
  delayMs: () => number
  /** Further gauges of this process. */
  gauges: Gauges
  /** Gauges of the whole site, the same in every process. */
  site?: Gauges
  /** Labels of `site_info`. */
  build?: Readonly<Record<string, string>>
  /** Counters of other parts of this process. */
  counters?: Iterable<Counter>
  /** Makes the text of this registry and of those of the other web processes. */
  ofAllProcesses?: (registry: Registry) => () => Promise<string>
}

/** Makes the metrics of a process. */
export function createMetrics(
  readers: MetricsReaders,
  {
    admission,
    delayMs,
    gauges,
    site = {},
    build = {},
    counters = [],
    ofAllProcesses = (registry) => () => registry.metrics(),
  }: Parts,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['kind', 'status', 'page'] as const
  const help = 'Answers by kind of request, status, and how a page was found'
  const answers = new Counter({ name: 'site_answers_total', help, labelNames, registers })
  const seconds = new Histogram({
    name: 'site_answer_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['kind'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  })
  addGauges(registry, {
    site_event_loop_delay_ms: { help: 'How late the event loop is, in ms', ask: delayMs },
    site_requests_inside_pages: {
      help: 'Pages that are being made',
      ask: () => admission.occupancy('pages'),
    },
    site_requests_inside_forms: {
      help: 'Pages of forms that are being made or sent',
      ask: () => admission.occupancy('forms'),
    },
    site_requests_inside_pictures: {
      help: 'Pictures that are being made',
      ask: () => admission.occupancy('pictures'),
    },
    site_requests_inside_reads: {
      help: 'Reads of the API under way',
      ask: () => admission.occupancy('reads'),
    },
    site_requests_inside_writes: { help: 'Writes under way', ask: () => admission.occupancy('writes') },
    ...gauges,
  })
  const whole = new Registry()
  addGauges(whole, site)
  const info = new Gauge({
    name: 'site_info',
    help: 'What runs here: always 1',
    labelNames: Object.keys(build),
    registers: [whole],
  })
  info.set(build, 1)
  for (const counter of counters) registry.registerMetric(counter)
  const text = ofAllProcesses(registry)
  return {
    observe(answer) {
      const { incoming, outgoing, since } = answer
      const kind = kinds.find(([pattern]) => pattern.test(incoming.url ?? ''))?.[1] ?? 'page'
      answers.inc({ kind, status: outgoing.statusCode, page: cacheStatusOf(answer) ?? '' })
      seconds.observe({ kind }, (performance.now() - since) / 1000)
    },
    read: (incoming) =>
      mayRead(incoming, readers)
        ? Promise.all([text(), whole.metrics()]).then((parts) => parts.join('\n'))
        : undefined,
  }
}

/** Adds gauges; one that cannot be read now has no value. */
function addGauges(registry: Registry, gauges: Gauges): void {
  for (const [name, asked] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({
      name,
      help: asked.help,
      labelNames: 'label' in asked ? [asked.label] : [],
      registers: [registry],
      async collect(): Promise<void> {
        if ('label' in asked) {
          gauge.reset()
          for (const [each, value] of asked.askEach()) gauge.set({ [asked.label]: each }, value)
          return
        }
        const value = await Promise.resolve()
          .then(asked.ask)
          .catch(() => undefined)
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }
}

function mayRead({ headers, socket }: IncomingMessage, readers: MetricsReaders): boolean {
  if (readers === 'loopback') {
    const isProxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    return !isProxied && /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
  }
  const given = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${readers.token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
