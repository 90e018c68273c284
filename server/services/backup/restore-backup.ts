import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { mergeDeletions, readDeletions, type Deletion } from '#server/db/deletions.ts'
import { countMigrations, knownMigrations, migrate, migrateTo } from '#server/db/migrate.ts'
import { countServing, filledTables, loadPortable } from '#server/db/portable-rows.ts'
import type { ImageStore } from '#server/services/images/store.ts'
import { replayDeletions } from '#server/services/retention/replay-deletions.ts'
import {
  BackupError,
  readManifest,
  readPictures,
  readTable,
  verifyBackup,
  type Manifest,
} from './backup-files.ts'

type Options = {
  /** The folder of the backup. */
  folder: string
  /** A newer backup, of which only the ledger of deletions is read. */
  ledger?: string | undefined
  /** Whether rows that are there may be replaced; the deletions among them stay in force. */
  replace: boolean
  images: ImageStore
  /** The key that this site has. */
  keyId: string
  now: Date
}

const limitMs = 60 * 60_000
const ledgerRow = z.object({ phone_hash: z.string(), deleted_at: z.coerce.date() })

/**
 * Puts a backup into a database, whole or not at all, after every row and picture of it was checked. Whoever was deleted
 * after it was made, by the ledger that is there or a newer one, is deleted again before this resolves.
 * Rejects with `BackupError` when the backup is damaged, of another key or a newer program, or the place not empty.
 */
export async function restoreBackup(
  connection: DatabaseConnection,
  { folder, ledger, replace, images, keyId, now }: Options,
): Promise<Manifest> {
  const told = await readManifest(folder)
  if (told.keyId !== keyId) {
    throw new BackupError(
      `备份的密钥是 ${told.keyId}，这里的是 ${keyId}：请换上备份时的 data-key 或 DATA_KEY`,
    )
  }
  if (told.migrations > (await knownMigrations())) throw new BackupError('备份来自更新的版本：请先升级程序')
  await verifyBackup(folder, told)
  const newer = ledger === undefined ? [] : await deletionsIn(ledger)
  for await (const { name, bytes } of readPictures(folder)) await images.put(name, bytes)
  await connection.withPatience(limitMs, (client) => restoreRows(client, { folder, told, replace, newer }))
  await migrate(connection)
  await replayDeletions(connection.db, now)
  return told
}

async function restoreRows(
  client: PoolClient,
  { folder, told, replace, newer }: { folder: string; told: Manifest; replace: boolean; newer: Deletion[] },
): Promise<void> {
  if ((await countServing(client)) > 0) throw new BackupError('有进程正在用这个数据库服务：请先停止网站')
  const here = await countMigrations(client)
  if (here === 0) await migrateTo(client, told.migrations)
  const filled = await filledTables(client)
  if (filled.length > 0 && !replace) {
    throw new BackupError(
      `这里已有数据（${filled.slice(0, 5).join('、')}）：请恢复到空的数据库，或用 --replace`,
    )
  }
  if (here !== 0 && here !== told.migrations) {
    throw new BackupError('这里的数据库结构与备份的版本不同：请恢复到空的数据库')
  }
  await client.query('begin')
  const ours = await readDeletions(client)
  await loadPortable(client, told.tables, told.sequences, (table) => readTable(folder, table.name))
  await mergeDeletions(client, [...ours, ...newer])
  await client.query('commit')
}

async function deletionsIn(folder: string): Promise<Deletion[]> {
  await readManifest(folder)
  const found: Deletion[] = []
  for await (const row of readTable(folder, 'deletion')) {
    const { phone_hash: phoneHash, deleted_at: deletedAt } = ledgerRow.parse(JSON.parse(row))
    found.push({ phoneHash, deletedAt })
  }
  return found
}
