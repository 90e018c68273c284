import { TaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel'

type Options = {
  /** Leaves the signal open after the result, for a response whose body is read later. */
  staysOpen?: boolean
}

/**
 * Runs work under a time limit in ms. When the limit passes, the work's signal aborts and the call rejects, whether or not
 * the work heeds the signal.
 * @throws an error for which `isTimeLimit` holds, or whatever the work throws.
 */
export function withTimeLimit<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  { staysOpen = false }: Options = {},
): Promise<Result> {
  const policy = timeout(limitMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: !staysOpen })
  return policy.execute(({ signal }) => work(signal))
}

/** Whether `withTimeLimit` threw an error because the limit passed. */
export function isTimeLimit(error: unknown): boolean {
  return error instanceof TaskCancelledError
}
