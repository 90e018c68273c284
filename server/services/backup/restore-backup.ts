import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { mergeDeletions, readDeletions } from '#server/db/accounts/deletions.ts'
import { forgetWithdrawnCheckIns } from '#server/db/accounts/forget-person.ts'
import { countMigrations, dropEverything, knownMigrations, migrate, migrateTo } from '#server/db/migrate.ts'
import { countServing, filledTables, hasTables, loadPortable } from '#server/db/content/portable-rows.ts'
import { applyEndings, endAccess, readEndings } from '#server/db/leads/restored-endings.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { rekey } from '#server/services/personal-data/rekey.ts'
import { retentionDays } from '#server/contract/accounts/retention.ts'
import { replayDeletions } from '#server/services/accounts/replay-deletions.ts'
import {
  BackupError,
  readManifest,
  readPictures,
  readTable,
  verifyBackup,
  type Manifest,
} from './backup-files.ts'
import { readKeyChange, readLedger, type Ledger } from './read-ledger.ts'

type Options = {
  /** The folder of the backup. */
  folder: string
  /** A newer backup, from which only endings are read: deletions, withdrawals, cancellations. */
  ledger?: string | undefined
  /** Whether to restore without any source of the endings since the backup. */
  withoutLedger?: boolean
  /** Whether nothing can have changed since the backup: sessions and devices then stay valid too. */
  isCurrent?: boolean
  /** Whether existing rows may be replaced; endings among them are kept. */
  replace: boolean
  images: ImageStore
  /** Id of this site's key. */
  keyId: string
  /** For a backup under the previous key: both keys, to encrypt it again. */
  keys?: { key: Buffer; previous: { id: string; key: Buffer } } | undefined
  now: Date
}

const limitMs = 60 * 60_000

/**
 * Restores a backup into a database in one transaction, after every row and picture was verified. Endings since the
 * backup are applied again, from existing rows or a newer backup: people deleted, consents withdrawn, requests
 * cancelled. Sessions, codes and device pairings end. Rejects with `BackupError` when the backup is damaged, of another
 * key or of a newer version, the database is not empty, or no source of the endings is given.
 */
export async function restoreBackup(connection: DatabaseConnection, options: Options): Promise<Manifest> {
  const { folder, ledger, images, keyId, keys, now } = options
  const manifest = await readManifest(folder)
  const change = keys?.previous.id === manifest.keyId ? keys : undefined
  if (manifest.keyId !== keyId && change === undefined) {
    throw new BackupError(
      `备份的密钥是 ${manifest.keyId}，这里的是 ${keyId}：请换上备份时的 data-key 或 DATA_KEY；换过密钥的，把备份时的放在 DATA_KEY_PREVIOUS`,
    )
  }
  if (manifest.migrations > (await knownMigrations()))
    throw new BackupError('备份来自更新的版本：请先升级程序')
  await verifyBackup(folder, manifest)
  const newer = ledger === undefined ? undefined : await readLedger(ledger, manifest)
  for await (const { name, bytes } of readPictures(folder)) await images.put(name, bytes)
  await connection.withStatementTimeout(limitMs, (client) =>
    restoreRows(client, { ...options, manifest, newer }),
  )
  await migrate(connection)
  await forgetWithdrawnCheckIns(connection.db, now)
  await replayDeletions(connection.db, now)
  if (change !== undefined) {
    const { signal } = new AbortController()
    await rekey(connection, { key: change.key, previous: change.previous.key, signal })
    await replayDeletions(connection.db, now)
  }
  return manifest
}

type Restoring = Options & {
  manifest: Manifest
  newer: Ledger | undefined
}

async function restoreRows(client: PoolClient, given: Restoring): Promise<void> {
  const { folder, manifest, replace, newer, now } = given
  if ((await countServing(client)) > 0) throw new BackupError('有进程正在用这个数据库服务：请先停止网站')
  const here = await countMigrations(client)
  const filled = here === 0 ? [] : await filledTables(client)
  if (filled.length > 0 && !replace) {
    throw new BackupError(
      `这里已有数据（${filled.slice(0, 5).join('、')}）：请恢复到空的数据库，或用 --replace`,
    )
  }
  if (here !== 0 && here !== manifest.migrations) {
    throw new BackupError('这里的数据库结构与备份的版本不同：请恢复到空的数据库')
  }
  const isSame = filled.length > 0 && (await isSameSite(client, given))
  if (!isSame && newer === undefined && given.isCurrent !== true && given.withoutLedger !== true) {
    throw new BackupError(
      '这里没有比备份更新的记录：备份之后注销的账号、撤回的同意和取消的申请会重新出现。请用 --deletions 指出一份更新的备份；确实没有，再用 --no-deletions',
    )
  }
  const records = [...(newer === undefined ? [] : [new Date(newer.madeAt)]), ...(isSame ? [now] : [])]
  if (given.withoutLedger !== true && hasHole([new Date(manifest.madeAt), ...records])) {
    throw new BackupError(
      `备份太旧（${manifest.madeAt}）：注销的记录只保留 ${retentionDays.deletion} 天，更早注销的账号会重新出现。仍要恢复，再用 --no-deletions`,
    )
  }
  if (here === 0) await migrateTo(client, manifest.migrations)
  if (!(await hasTables(client, manifest.tables))) {
    if (here === 0) await dropEverything(client)
    throw new BackupError('备份的说明与它的表不符：manifest.json 里的 migrations 不对，或缺少表')
  }
  await client.query('begin')
  const ours = await readDeletions(client)
  const endings = await readEndings(client)
  await loadPortable(client, manifest.tables, manifest.sequences, (table) => readTable(folder, table.name))
  await mergeDeletions(client, [...ours, ...(newer?.deletions ?? [])])
  for (const each of [endings, ...(newer === undefined ? [] : [newer.endings])])
    await applyEndings(client, each)
  if (given.isCurrent !== true) await endAccess(client, now)
  await client.query('commit')
}

/** Whether the records of deletions of these moments, in their order, leave out some made between two of them. */
function hasHole(moments: readonly Date[]): boolean {
  const reachMs = retentionDays.deletion * 86_400_000
  return moments.some((at, nth) => at.getTime() - (moments[nth - 1] ?? at).getTime() > reachMs)
}

const keyRow = z.object({ changedAt: z.coerce.date() })

/** Whether the existing rows are of the same site as the backup, by the time of their key. */
async function isSameSite(client: PoolClient, { folder, manifest }: Restoring): Promise<boolean> {
  if (!manifest.tables.some(({ name }) => name === 'data_key')) return true
  const { rows } = await client.query('select changed_at as "changedAt" from data_key where key_id = $1', [
    manifest.keyId,
  ])
  const theirs = await readKeyChange(folder)
  const ours = z.array(keyRow).parse(rows)[0]
  return ours === undefined || theirs === undefined || ours.changedAt.getTime() === theirs.getTime()
}
