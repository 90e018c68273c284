/** A queue is full. */
export class BusyError extends Error {}

type Bounds = {
  /** Tasks of one client, the running one included. */
  perClient: number
  /** Tasks of all clients. */
  total: number
}

/**
 * Creates a queue that runs one task at a time and takes its clients in turn, so that whoever brings many tasks delays
 * others by one.
 * @returns a function that runs a client's task; it rejects with `BusyError` at once when there are too many
 */
export function createFairQueue({
  perClient,
  total,
}: Bounds): <Result>(client: string, task: () => Promise<Result>) => Promise<Result> {
  /** Starts of waiting tasks by client, whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>()
  const counts = new Map<string, number>()
  let count = 0
  let isRunning = false

  const startNext = (): void => {
    const [next] = waiting
    isRunning = next !== undefined
    if (next === undefined) return
    const [client, [start, ...others]] = next
    waiting.delete(client)
    if (others.length > 0) waiting.set(client, others)
    start?.()
  }
  const add = (client: string, by: 1 | -1): void => {
    count += by
    const own = (counts.get(client) ?? 0) + by
    if (own === 0) counts.delete(client)
    else counts.set(client, own)
  }
  return async (client, task) => {
    if ((counts.get(client) ?? 0) >= perClient || count >= total) throw new BusyError('too many tasks wait')
    add(client, 1)
    try {
      const turn = new Promise<void>((resolve) => {
        waiting.set(client, [...(waiting.get(client) ?? []), resolve])
      })
      if (!isRunning) startNext()
      await turn
      try {
        return await task()
      } finally {
        startNext()
      }
    } finally {
      add(client, -1)
    }
  }
}
