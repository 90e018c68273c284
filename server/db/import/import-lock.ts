import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
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

const pollMs = 50

type Lockable = Pick<DatabaseConnection, 'pool' | 'engine'>

/**
 * Runs a task under the import lock, exclusive among all processes. The task's signal aborts when the lock was lost with
 * its connection: it must not write any more. `waitMs`: how long to wait for another import.
 * @throws ImportRunningError when another import is running.
 */
export async function withImportLock<T>(
  { pool, engine, waitMs = 0 }: Lockable & { waitMs?: number | undefined },
  task: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await lockAndRun({ pool, engine }, task)
  } catch (error) {
    if (!(error instanceof ImportRunningError) || waitMs <= 0) throw error
    await delay(pollMs)
    return withImportLock({ pool, engine, waitMs: waitMs - pollMs }, task)
  }
}

async function lockAndRun<T>(
  { pool, engine }: Lockable,
  task: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  // The embedded engine has one session, inside which advisory locks do not exclude, and one process, by its own lock.
  if (importing.has(pool)) throw new ImportRunningError()
  importing.add(pool)
  try {
    return engine === 'embedded'
      ? await task(new AbortController().signal)
      : await withAdvisoryLock(pool, task)
  } finally {
    importing.delete(pool)
  }
}

async function withAdvisoryLock<T>(
  pool: DatabaseConnection['pool'],
  task: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const lost = new AbortController()
  const onLost = (): void => lost.abort(new Error('the connection that held the import lock was lost'))
  client.on('error', onLost)
  client.on('end', onLost)
  try {
    if (!(await lock(client))) throw new ImportRunningError()
    return await task(lost.signal).finally(() => unlock(client, lost.signal))
  } finally {
    client.off('error', onLost)
    client.off('end', onLost)
    client.release(lost.signal.aborted)
  }
}

async function lock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    advisoryLocks.imports,
  ])
  return rows[0]?.got === true
}

async function unlock(client: PoolClient, lost: AbortSignal): Promise<void> {
  if (!lost.aborted) await client.query('select pg_advisory_unlock($1)', [advisoryLocks.imports])
}
