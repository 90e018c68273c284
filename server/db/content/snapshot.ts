import { constants } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PoolClient } from 'pg'
import { connectDatabase, type DatabaseConnection } from '../connect.ts'
import type { DatabaseLog } from '../log.ts'

const prefix = '.snapshot-'
/** Statement timeout of a backup, which takes minutes for a large database. */
const limitMs = 60 * 60_000
const copyLimitMs = 5 * 60_000

/**
 * Runs a task over a snapshot of the database while others write. PostgreSQL has snapshot transactions. The embedded
 * engine has one session, so its files are copied, which blocks all statements (about 0.1 s for each 100 MB), and a second
 * engine reads the copy; its folder in `dataDir` is removed afterwards. `alone`: no other caller uses the connection.
 */
export async function withSnapshot<T>(
  connection: DatabaseConnection,
  dataDir: string,
  task: (client: PoolClient) => Promise<T>,
  { alone = false } = {},
): Promise<T> {
  if (connection.engine === 'postgres' || alone) return reading(connection, task)
  await removeOldSnapshots(dataDir)
  const folder = await mkdtemp(path.join(dataDir, prefix))
  try {
    await connection.withStatementTimeout(copyLimitMs, async (client) => {
      await client.query('checkpoint')
      await cp(path.join(dataDir, 'database/cluster'), path.join(folder, 'database/cluster'), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      })
    })
    const copy = await connectDatabase({ dataDir: folder, log: quiet })
    return await reading(copy, task).finally(() => copy.close())
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

const quiet: DatabaseLog = () => undefined

function reading<T>(
  { withStatementTimeout }: DatabaseConnection,
  task: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withStatementTimeout(limitMs, async (client) => {
    await client.query(`begin isolation level repeatable read read only`)
    const result = await task(client)
    await client.query('commit')
    return result
  })
}

/** Removes copies of a process that died. The caller runs one snapshot at a time. */
async function removeOldSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    }
  }
}
