import { codes } from '#server/contract/codes.ts'
import type { QueueLimits } from '#server/network/fair-queue.ts'
import { networksOutsideEvents } from '#server/services/limits/client-network.ts'
import { ApiError, retryLater } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'

/** The refusal of a read whose client left before its turn. */
class ClientGoneError extends ApiError {
  constructor() {
    super(codes.notNow)
  }
}

/** Whether a read was dropped because its client had left: another client may wait for the same answer. */
export function isClientGone(error: unknown): boolean {
  return error instanceof ClientGoneError
}

/** Whether a read came to nothing because of overload, not because of what it asks for. */
export function isOverload(error: unknown): boolean {
  return error instanceof ApiError && error.code === codes.notNow
}

/**
 * A client's part of the time of this process: a list that nobody asked for before takes 20 to 50 ms of it, a page with
 * its reads 150. Whoever asks for one after another gets as many as leave others undisturbed.
 */
const readWork = { share: 0.2, burstMs: 1000 }

/**
 * Limits of the queue of public reads before a database of so many connections. Reads leave connections to writes, and a
 * client runs a part of them at most, for a part of the time; the edge bounds how many wait.
 */
export function readLimits(connections: number): QueueLimits {
  const concurrency = Math.max(2, Math.floor(connections * 0.6))
  const runningPerClient = Math.max(1, Math.floor(concurrency / 3))
  return { concurrency, queued: 1024, waitMs: 8000, perClient: 512, runningPerClient, work: readWork }
}

/**
 * Makes the function that runs the computation of a public read in its client's turn; what changes something or is of one
 * visitor waits for no turn. The computation of a client that has left is dropped.
 */
export function createReadTurns({
  reads,
  eventNetworks,
  onRefused,
}: Pick<ApiDependencies, 'reads' | 'eventNetworks' | 'onRefused'>) {
  return async <Result>(
    { request, address }: { request: Request; address: string | undefined },
    compute: () => Promise<Result>,
  ): Promise<Result> => {
    if (reads === undefined) return compute()
    const release = await reads.acquire(networksOutsideEvents(address, eventNetworks), request.signal)
    if (release === undefined) {
      if (request.signal.aborted) throw new ClientGoneError()
      onRefused?.('read')
      throw retryLater(codes.notNow, 3, { message: '现在访问的人太多，请稍后再试' })
    }
    try {
      return await compute()
    } finally {
      release()
    }
  }
}
