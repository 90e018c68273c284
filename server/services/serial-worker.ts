/** A running thread or process that does one task at a time. */
export type RunningWorker<Task, Result> = {
  /** Rejects with `WorkerLimitError` when the task takes more memory than the worker has. */
  readonly run: (task: Task) => Promise<Result>
  /** Ends the worker at once, whatever it does. */
  readonly end: () => Promise<unknown>
}

/** A task took more time or memory than one may. */
export class WorkerLimitError extends Error {
  override readonly name = 'WorkerLimitError'
}

type Options<Task, Result> = {
  start: () => Promise<RunningWorker<Task, Result>>
  /** Most time for one task, in ms, without that in which it waits for others. */
  limitMs: number
  /** A worker without tasks ends after so many ms, and gives its memory back. */
  idleMs: number
}

/**
 * Creates a worker for tasks that would keep the process from its other work: it starts with the first task and does one
 * after another, each within a time limit. After a failure it is ended, and the next task starts another one.
 */
export function createSerialWorker<Task, Result>({
  start,
  limitMs,
  idleMs,
}: Options<Task, Result>): (task: Task) => Promise<Result> {
  let worker: Promise<RunningWorker<Task, Result>> | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const endWorker = async (): Promise<void> => {
    const ending = worker
    worker = undefined
    await (await ending?.catch(() => undefined))?.end()
  }

  const runNext = async (task: Task): Promise<Result> => {
    clearTimeout(idle)
    try {
      worker ??= start()
      const result = await within(limitMs, (await worker).run(task))
      idle = setTimeout(() => void endWorker(), idleMs).unref()
      return result
    } catch (error) {
      await endWorker()
      throw error
    }
  }

  return (task) => {
    const running = last.then(() => runNext(task))
    last = running.catch(() => undefined)
    return running
  }
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WorkerLimitError(`not done within ${ms} ms`)), ms)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
