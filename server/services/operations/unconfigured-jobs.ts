import { jobVariables } from '../outbox/job-variables.ts'

type Counted = { kind: string; jobs: number }

/** Of waiting jobs those whose receiver is not configured, with the variable that is missing. */
export function unconfiguredJobsOf(
  waiting: readonly Counted[],
  configured: readonly string[],
): (Counted & { variable: string | undefined })[] {
  return waiting
    .filter(({ kind }) => !configured.includes(kind))
    .map(({ kind, jobs }) => ({ kind, jobs, variable: jobVariables.get(kind) }))
}
