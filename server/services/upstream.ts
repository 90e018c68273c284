import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ConstantBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import type { Logger } from '#server/telemetry/log.ts'
import { inSpan } from '#server/logging/tracing.ts'

/** Consecutive failures that open a circuit. */
const failures = 5
/** How long an open circuit rejects calls, in ms; the first call after it is the trial. */
const openMs = 10_000
/** Pause between a failed call and its retry, in ms. */
const retryAfterMs = 50

/** An upstream is unavailable: it did not respond in time, or its circuit is open (`isCircuitOpen`). */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
  readonly isCircuitOpen: boolean
  constructor(system: string, isCircuitOpen: boolean) {
    super(`${system} ${isCircuitOpen ? 'is left alone for a while' : 'did not answer in time'}`)
    this.isCircuitOpen = isCircuitOpen
  }
}

/** An upstream refused the call: not an outage, and a retry is of no use. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** The caller aborted the call, which says nothing about the upstream. */
class AbortedCall extends Error {}

/** The error of an unexpected HTTP status: 4xx is a refusal, anything else an outage. */
export function failureOfStatus(status: number, message: string): Error {
  return status >= 400 && status < 500 ? new RefusedError(message) : new Error(message)
}

/** An upstream and the limits of its calls. */
export type UpstreamOptions = {
  /** Name in the log and in the metrics. */
  system: string
  /** Time limit of a call with its retry, in ms. */
  timeLimitMs: number
  /** Which failures are retried once, for idempotent calls; absent: none. */
  retryWhen?: (error: Error) => boolean
  /** Distinguishes outages from refusals; absent: all but RefusedError. */
  isOutage?: (error: Error) => boolean
}

/**
 * Calls an upstream. The call's own signal aborts when the time limit passes, when `signal` aborts, and when the call
 * has ended, which releases an unread response body; a call that ignores it is not awaited any longer. Rejects with
 * UnavailableError, or as the call did.
 */
export type Upstream = <Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  more?: { signal?: AbortSignal; timeLimitMs?: number },
) => Promise<Result>

/** The upstreams of a process. */
export type Upstreams = {
  /** The caller of an upstream: time limit, one retry where allowed, and a circuit shared by all its calls. */
  to: (options: UpstreamOptions) => Upstream
  /** Whether each upstream's circuit is open, by name. */
  circuits: () => ReadonlyMap<string, boolean>
}

/** Whether a call was rejected by an open circuit, which has been logged once already. */
export function isCircuitOpen(error: unknown): boolean {
  return error instanceof UnavailableError && error.isCircuitOpen
}

/** Every failure but a refusal. */
export function isOutage(error: Error): boolean {
  return !(error instanceof RefusedError)
}

/**
 * Creates the callers of upstreams. Five consecutive failures open an upstream's circuit: calls are rejected for 10 s,
 * then one trial is sent. Opening and closing is logged once, by the upstream's name only.
 */
export function createUpstreams(log?: Pick<Logger, 'warn' | 'info'>): Upstreams {
  const open = new Map<string, boolean>()
  return {
    circuits: () => open,
    to({ system, timeLimitMs: usualLimitMs, retryWhen = () => false, isOutage: isFailure = isOutage }) {
      open.set(system, false)
      const circuit = circuitBreaker(
        handleWhen((error) => !(error instanceof AbortedCall) && isFailure(error)),
        {
          halfOpenAfter: openMs,
          breaker: new ConsecutiveBreaker(failures),
        },
      )
      circuit.onBreak(() => {
        if (open.get(system) === false) log?.warn({ system }, 'another system is away: its circuit opened')
        open.set(system, true)
      })
      circuit.onReset(() => {
        open.set(system, false)
        log?.info({ system }, 'another system is back: its circuit closed')
      })
      const again = retry(handleWhen(retryWhen), {
        maxAttempts: 1,
        backoff: new ConstantBackoff(retryAfterMs),
      })
      return async (call, { signal: outer, timeLimitMs = usualLimitMs } = {}) => {
        // Other calls do not wait for the trial.
        if (circuit.state === CircuitState.HalfOpen) throw new UnavailableError(system, true)
        const limit = timeout(timeLimitMs, TimeoutStrategy.Aggressive)
        const limited = wrap(limit, again)
        const attempt = async () => {
          try {
            return await limited.execute(({ signal }) => {
              signal.throwIfAborted()
              return call(signal)
            }, outer)
          } catch (error) {
            if (outer?.aborted === true) throw new AbortedCall(`${system}: given up`, { cause: error })
            throw error instanceof TaskCancelledError ? new UnavailableError(system, false) : error
          }
        }
        const attributes = { 'peer.service': system }
        return inSpan(system, { kind: 'client', attributes }, () =>
          circuit.execute(attempt).catch((error: unknown) => {
            throw error instanceof BrokenCircuitError ? new UnavailableError(system, true) : error
          }),
        )
      }
    },
  }
}
