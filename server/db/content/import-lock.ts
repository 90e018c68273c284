import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type PoolClient } from 'pg'
import { advisoryLocks } from '../advisory-locks.ts'
import type { DatabaseConnection } from '../connect.ts'

/** An import is running already, here or in another process. */
export class ImportRunningError extends Error {
  override readonly name = 'ImportRunningError'

  constructor() {
    super('another import is running: wait until it has ended')
  }
}

const importing = new WeakSet<DatabaseConnection['pool']>()
/** Tasks of this process that have the lock or wait for it and store something. */
const writers = new WeakMap<DatabaseConnection['pool'], number>()

const pollMs = 50
/** What PostgreSQL says when a lock was not to be had within `lock_timeout`. */
const lockNotAvailable = '55P03'

type Lockable = Pick<DatabaseConnection, 'pool' | 'engine'>
type Waiting = { waitMs?: number | undefined; storesNothing?: boolean | undefined }

/**
 * Runs a task under the import lock, exclusive among all processes. The task's signal aborts when the lock was lost with
 * its connection: it must not write any more. `waitMs`: how long to wait for another import. `storesNothing`: it is
 * a preview, which lets all others that wait go first.
 * @throws ImportRunningError when another import is running.
 */
export async function withImportLock<T>(
  { pool, engine, waitMs = 0, storesNothing = false }: Lockable & Waiting,
  task: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const until = performance.now() + waitMs
  const leave = storesNothing ? undefined : joinWriters(pool)
  try {
    for (;;) {
      try {
        return await lockAndRun({ pool, engine, until, storesNothing }, task)
      } catch (error) {
        if (!(error instanceof ImportRunningError) || performance.now() >= until) throw error
      }
      await delay(pollMs)
    }
  } finally {
    leave?.()
  }
}

function joinWriters(pool: Lockable['pool']): () => void {
  writers.set(pool, (writers.get(pool) ?? 0) + 1)
  return () => writers.set(pool, (writers.get(pool) ?? 1) - 1)
}

async function lockAndRun<T>(
  { pool, engine, until, storesNothing }: Lockable & { until: number; storesNothing: boolean },
  task: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  // The embedded engine has one session, inside which advisory locks do not exclude, and one process, by its own lock.
  const mustWait = importing.has(pool) || (storesNothing && (writers.get(pool) ?? 0) > 0)
  if (mustWait) throw new ImportRunningError()
  importing.add(pool)
  try {
    return engine === 'embedded'
      ? await task(new AbortController().signal)
      : await withAdvisoryLock(pool, storesNothing ? 0 : until - performance.now(), task)
  } finally {
    importing.delete(pool)
  }
}

async function withAdvisoryLock<T>(
  pool: DatabaseConnection['pool'],
  waitMs: number,
  task: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const lost = new AbortController()
  const onLost = (): void => lost.abort(new Error('the connection that held the import lock was lost'))
  client.on('error', onLost)
  client.on('end', onLost)
  try {
    if (!(await lock(client, waitMs))) throw new ImportRunningError()
    return await task(lost.signal).finally(() => unlock(client, lost.signal))
  } finally {
    client.off('error', onLost)
    client.off('end', onLost)
    client.release(lost.signal.aborted)
  }
}

/** Who waits in the server gets the lock before any other process that tries for it. */
async function lock(client: PoolClient, waitMs: number): Promise<boolean> {
  if (waitMs > 0) return waitForLock(client, waitMs)
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    advisoryLocks.imports,
  ])
  return rows[0]?.got === true
}

async function waitForLock(client: PoolClient, waitMs: number): Promise<boolean> {
  await client.query(`set lock_timeout = ${Math.ceil(waitMs)}`)
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.imports])
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === lockNotAvailable) return false
    throw error
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined)
  }
}

async function unlock(client: PoolClient, lost: AbortSignal): Promise<void> {
  if (!lost.aborted) await client.query('select pg_advisory_unlock($1)', [advisoryLocks.imports])
}
