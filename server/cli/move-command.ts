import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { connectDatabase, type Connect, type ConnectOptions } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { countServing } from '#server/db/content/portable-rows.ts'
import { restoreBackup } from '#server/services/backup/restore-backup.ts'
import { writeBackup } from '#server/services/backup/write-backup.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import type { CommandCall, OperatorCommand } from '#server/services/operations/operator-command.ts'
import { dataKeyFile, findDataKey, writeDataKey } from '#server/services/personal-data/data-key.ts'
import { openPersonalData } from '#server/services/personal-data/open-personal-data.ts'
import { keyIdOf } from '#server/services/personal-data/personal-data.ts'

const usage = '用法: npm run move -- --to postgres://… 或 --to 新的数据文件夹'

/**
 * `move --to ADDRESS|FOLDER`: copies all rows and pictures of the configured database to an empty one, of either
 * engine, by a backup and a restore. The old one stays unchanged. Exit code 0 when all is copied, 1 when not, 2 for a
 * wrong call.
 */
export function moveCommand(config: Config, connect: Connect = connectDatabase): OperatorCommand {
  return async (call) => {
    const to = readTo(call.args)
    if (to === undefined) {
      call.print(usage)
      return 2
    }
    const key = await findDataKey(config)
    if (key === undefined) {
      call.print(`没有密钥：${config.dataDir} 里没有 data-key，也没有 DATA_KEY`)
      return 1
    }
    const keyId = keyIdOf(key)
    const isServer = /^postgres(ql)?:/.test(to)
    const dataDir = isServer ? config.dataDir : path.resolve(call.cwd, to)
    const scratch = await mkdtemp(path.join(os.tmpdir(), 'move-'))
    try {
      const folder = path.join(scratch, 'backup')
      if (!(await backUp(config, { folder, keyId, call, connect }))) return 1
      if (!isServer && (await findDataKey({ dataDir })) === undefined) await writeDataKey(dataDir, key)
      const target: ConnectOptions = { dataDir, databaseUrl: isServer ? to : undefined }
      const connection = await connectDatabase(target)
      try {
        const images = openImages({ dataDir, s3: config.s3 })
        const options = { folder, replace: false, images, keyId, now: new Date(), isCurrent: true }
        const { tables, pictures } = await restoreBackup(connection, options)
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        const { operator = accountName() } = call
        await noteAccess(connection.db, { command: 'move', operator, details: {}, rows })
        call.print(`已搬过去：${tables.length} 张表 ${rows} 行，${pictures} 张图片；原来的数据没有改动`)
      } finally {
        await connection.close()
      }
      const keyText =
        config.dataKey === undefined ? `${path.join(config.dataDir, dataKeyFile)} 的内容` : '同一个值'
      call.print(
        isServer ? `现在请设置 DATABASE_URL，并把 DATA_KEY 设为${keyText}` : `现在请设置 DATA_DIR=${dataDir}`,
      )
      return 0
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
}

/**
 * Backs up the source; rejects when the site has its embedded database open. False when processes serve from its
 * server.
 */
async function backUp(
  config: Config,
  { folder, keyId, call, connect }: { folder: string; keyId: string; call: CommandCall; connect: Connect },
): Promise<boolean> {
  const { dataDir, databaseUrl } = config
  const connection = await connect({ dataDir, databaseUrl })
  try {
    if ((await connection.withStatementTimeout(10_000, countServing)) > 0) {
      call.print('有进程正在用这个数据库服务：请先停止网站')
      return false
    }
    await migrate(connection)
    await openPersonalData(connection, config)
    const { signal } = call
    const options = {
      folder,
      dataDir,
      images: openImages(config),
      keyId,
      now: new Date(),
      signal,
      alone: true,
    }
    await writeBackup(connection, options)
    return true
  } finally {
    await connection.close()
  }
}

function readTo(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { to: { type: 'string' } } }).values.to
  } catch {
    return undefined
  }
}
