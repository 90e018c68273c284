import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'
import { z } from 'zod'

type Values = MetricObjectWithValues<MetricValue<string>>[]

/** Time limit for the processes to report their metrics, in ms; one that is late is missing in that answer. */
const reportWithinMs = 1500
/** Time limit for the primary process's answer, in ms. */
const waitMs = 3000

const message = z.object({
  metrics: z.enum(['collect', 'report', 'reported', 'collected']),
  id: z.int(),
  values: z.array(z.unknown()).optional(),
})

/**
 * Metrics of all web processes, each labelled with its `process`, readable from any of them. A process without others
 * reports its own.
 */
export function metricsOfAllProcesses(registry: Registry): () => Promise<string> {
  const own = cluster.worker
  if (own === undefined || process.send === undefined) return () => registry.metrics()
  registry.setDefaultLabels({ process: String(own.id) })
  let asked = 0
  const waiting = new Map<number, (values: unknown[]) => void>()
  process.on('message', (given) => {
    const { success, data } = message.safeParse(given)
    if (!success) return
    if (data.metrics === 'collected') waiting.get(data.id)?.(data.values ?? [])
    if (data.metrics !== 'report') return
    void registry
      .getMetricsAsJSON()
      .then((values) => process.send?.({ metrics: 'reported', id: data.id, values }))
      .catch(() => undefined)
  })
  return () =>
    new Promise((resolve, reject) => {
      const id = (asked += 1)
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Error('the processes did not report their metrics'))
      }, waitMs)
      waiting.set(id, (values) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(textOf(values))
      })
      process.send?.({ metrics: 'collect', id })
    })
}

/** In the primary process: collects the metrics of all workers when one of them asks. */
export function collectMetrics(): void {
  type Collection = { left: Set<number>; values: unknown[]; finish: () => void }
  const running = new Map<number, Collection>()
  let collections = 0
  const collect = (requester: Worker, id: number): void => {
    const number = (collections += 1)
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true)
    const collection: Collection = {
      left: new Set(asked.flatMap((worker) => worker?.id ?? [])),
      values: [],
      finish() {
        clearTimeout(timer)
        running.delete(number)
        if (requester.isConnected()) requester.send({ metrics: 'collected', id, values: collection.values })
      },
    }
    const timer = setTimeout(() => collection.finish(), reportWithinMs)
    running.set(number, collection)
    for (const worker of asked) worker?.send({ metrics: 'report', id: number })
  }
  cluster.on('message', (worker, given) => {
    const { success, data } = message.safeParse(given)
    if (!success) return
    if (data.metrics === 'collect') collect(worker, data.id)
    const collection = data.metrics === 'reported' ? running.get(data.id) : undefined
    if (collection === undefined || !collection.left.delete(worker.id)) return
    collection.values.push(data.values ?? [])
    if (collection.left.size === 0) collection.finish()
  })
}

/** The label keeps the processes' values apart: nothing is summed, and a new process resets no other's counters. */
function textOf(values: unknown[]): Promise<string> {
  const apart = values
    .filter(isValues)
    .map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' as const })))
  return AggregatorRegistry.aggregate(apart).metrics()
}

/** Type guard of what the other processes of this build sent. */
function isValues(given: unknown): given is Values {
  return Array.isArray(given)
}
