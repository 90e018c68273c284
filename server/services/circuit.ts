import { circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel'

/** So many failures one after another open a circuit. */
const failures = 5
/** So long an open circuit lets nothing through, in ms; the next call after it is the one that tries. */
const restMs = 10_000

/** Runs calls of one other system, or refuses them at once while that system is known to be away. */
export type Circuit = <Result>(call: () => Promise<Result>) => Promise<Result>

/**
 * A circuit that five failures in a row open for 10 s, so that nobody waits for a system that does not answer.
 * `isOutage` tells failures of the system from its refusals. Refused calls reject with cockatiel's BrokenCircuitError.
 */
export function createCircuit(isOutage: (error: Error) => boolean = () => true): Circuit {
  const policy = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(failures),
  })
  return (call) => policy.execute(call)
}
