import { describeFailure } from '#server/db/failure.ts'

/** Tasks that run by time, in the order of the page that lists them. */
const timedTaskNames = [
  'retention',
  'open_day_notices',
  'ticket_messages',
  'reminders',
  'drafts',
  'uploaded_pictures',
  'lead_notifications',
  'lead_digests',
] as const
export type TimedTaskName = (typeof timedTaskNames)[number]

/** The last run of a timed task; `failure` is why it failed. */
export type TimedTaskRun = { name: TimedTaskName; endedAt: Date; failure: string | undefined }

/** Last runs of timed tasks in this process. */
export type TimedTasks = {
  /** Adds to a task that its run is recorded; a failure still rejects. */
  recorded: <Result>(name: TimedTaskName, task: () => Promise<Result>) => () => Promise<Result>
  runs: () => readonly TimedTaskRun[]
}

/** Makes the record of the timed tasks of a process. */
export function createTimedTasks(now: () => Date): TimedTasks {
  const runs = new Map<TimedTaskName, TimedTaskRun>()
  const record = (name: TimedTaskName, failure?: string) =>
    void runs.set(name, { name, endedAt: now(), failure })
  return {
    recorded: (name, task) => async () => {
      try {
        const result = await task()
        record(name)
        return result
      } catch (error) {
        record(name, failureText(error))
        throw error
      }
    },
    runs: () => timedTaskNames.flatMap((name) => runs.get(name) ?? []),
  }
}

/** Words and codes of the innermost fault, without values of a statement. */
function failureText(error: unknown): string {
  const fault = describeFailure(error).at(-1)
  const parts = [fault?.['code'], fault?.['message']].filter((part) => typeof part === 'string')
  return parts.length === 0 ? 'unknown' : parts.join(': ').slice(0, 200)
}
