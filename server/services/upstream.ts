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

/** So many failed calls one after another open a circuit. */
const failures = 5
/** So long an open circuit lets nothing through, in ms; the first call after it is the one that tries. */
const restMs = 10_000
/** Between a call that failed and its second try, in ms. */
const retryAfterMs = 50

/** Another system is away: it said nothing within its time, or is left alone for a while (`isLeftAlone`). */
export class AwayError extends Error {
  override readonly name = 'AwayError'
  readonly isLeftAlone: boolean
  constructor(system: string, isLeftAlone: boolean) {
    super(`${system} ${isLeftAlone ? 'is left alone for a while' : 'did not answer in time'}`)
    this.isLeftAlone = isLeftAlone
  }
}

/** Another system is there and said no: no outage, and asking the same again is of no use. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** The caller gave the call up, which says nothing of the system. */
class AbortedCall extends Error {}

/** What an HTTP answer that is none of the wanted ones means: 4xx is a refusal, anything else an outage. */
export function failureOfStatus(status: number, message: string): Error {
  return status >= 400 && status < 500 ? new RefusedError(message) : new Error(message)
}

/** Another system, and what a call of it may cost. */
export type UpstreamOptions = {
  /** Its name in the log and in the metrics. */
  system: string
  /** How long a call may take with its second try, in ms. */
  timeLimitMs: number
  /** Which failures are tried once more, for calls that may arrive twice; absent: none. */
  retryWhen?: (error: Error) => boolean
  /** Tells failures of the system from its refusals; absent: all but RefusedError. */
  isOutage?: (error: Error) => boolean
}

/**
 * Calls another system. The call's own signal aborts when its time is over, when `signal` aborts, and when the call has
 * ended, which lets go of an answer's body that nobody read; a call that does not heed it is waited for no longer all the
 * same. Rejects with AwayError, or as the call did.
 */
export type Upstream = <Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  more?: { signal?: AbortSignal; timeLimitMs?: number },
) => Promise<Result>

/** The other systems that a process calls. */
export type Upstreams = {
  /** The way to a system: a time limit, one more try where it may be, and a circuit that all its calls share. */
  to: (options: UpstreamOptions) => Upstream
  /** Whether each system is left alone now, by name. */
  circuits: () => ReadonlyMap<string, boolean>
}

/** Whether a call was not made because its system is left alone, of which the log has been told once. */
export function isCircuitOpen(error: unknown): boolean {
  return error instanceof AwayError && error.isLeftAlone
}

/** Every failure but a refusal. */
export function isOutage(error: Error): boolean {
  return !(error instanceof RefusedError)
}

/**
 * Makes ways to other systems. Five calls in a row that fail open a system's circuit: nothing is sent for 10 s, then one
 * call tries. That a circuit opens or closes is logged once, by the name of the system alone.
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
          halfOpenAfter: restMs,
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
        // Nobody waits for the one that tries.
        if (circuit.state === CircuitState.HalfOpen) throw new AwayError(system, true)
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
            throw error instanceof TaskCancelledError ? new AwayError(system, false) : error
          }
        }
        const attributes = { 'peer.service': system }
        return inSpan(system, { kind: 'client', attributes }, () =>
          circuit.execute(attempt).catch((error: unknown) => {
            throw error instanceof BrokenCircuitError ? new AwayError(system, true) : error
          }),
        )
      }
    },
  }
}
