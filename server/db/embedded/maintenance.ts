import type { Pool } from 'pg'
import type { DatabaseLog } from '../log.ts'

const tickMs = 2000
const idleProbeEveryMs = 30_000
const probeValidMs = 1000
const checkpointEveryMs = 5 * 60_000
/** Small, because a checkpoint blocks all statements: 1.5 s after 128 MB, a tenth of it after this. */
const checkpointAfterBytes = 16 * 1024 * 1024
/** 04:10 in China, in minutes of the UTC day. */
const vacuumAtMinute = 20 * 60 + 10
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Scheduled maintenance of the embedded database. */
export type Maintenance = {
  /**
   * Health check of the engine, which restarts an unhealthy one: one at a time, whose answer is valid for a second, since
   * anybody may ask and each takes the engine's only connection.
   */
  readonly probe: () => Promise<boolean>
  readonly stop: () => void
}

/**
 * Starts maintenance: the engine has none of PostgreSQL's background processes. Checkpoints every five minutes, sooner when
 * much was written, vacuums at night, and probes the engine, which can fail by giving empty answers without an error.
 */
export function startMaintenance(
  pool: Pool,
  tasks: { vacuum: () => Promise<void>; restart: (reason: Error) => Promise<void> },
  log: DatabaseLog,
): Maintenance {
  let checkpointAt = Date.now()
  let probeAt = Date.now()
  let running = false
  let used = false
  pool.on('release', () => (used = true))

  const attempt = async (name: string, task: () => Promise<unknown>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      log('warn', `embedded database: ${name} failed`, { reason: String(error) })
    }
  }

  const probe = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ written: string }>(`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as written from pg_control_checkpoint()`)
    const written = Number(rows[0]?.written)
    if (rows.length !== 1 || !Number.isFinite(written)) {
      await tasks.restart(new Error('the embedded database gave an empty answer'))
      return false
    }
    const due = Date.now() - checkpointAt >= checkpointEveryMs && written > 0
    if (due || written > checkpointAfterBytes) {
      await pool.query('checkpoint')
      checkpointAt = Date.now()
    }
    return true
  }

  let last: { answer: Promise<boolean>; endedAt: number | undefined } | undefined
  const sharedProbe = (): Promise<boolean> => {
    const isValid =
      last !== undefined && (last.endedAt === undefined || performance.now() - last.endedAt < probeValidMs)
    if (last !== undefined && isValid) return last.answer
    const begun: typeof last = { answer: probe(), endedAt: undefined }
    const end = () => (begun.endedAt = performance.now())
    begun.answer.then(end, end)
    last = begun
    return begun.answer
  }

  const tick = async (): Promise<void> => {
    if (running || (!used && Date.now() - probeAt < idleProbeEveryMs)) return
    running = true
    await attempt('probe', probe)
    probeAt = Date.now()
    running = false
    used = false
  }
  const ticker = setInterval(() => void tick(), tickMs)
  ticker.unref()

  let vacuumTimer: NodeJS.Timeout
  const planVacuum = (): void => {
    const sinceDue = (Date.now() - vacuumAtMinute * minuteMs) % dayMs
    vacuumTimer = setTimeout(() => void attempt('vacuum', tasks.vacuum).finally(planVacuum), dayMs - sinceDue)
    vacuumTimer.unref()
  }
  planVacuum()

  return {
    probe: sharedProbe,
    stop() {
      clearInterval(ticker)
      clearTimeout(vacuumTimer)
    },
  }
}
