import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { restoreBackup } from '#server/services/backup/restore-backup.ts'
import { openImages } from '#server/services/images/open-images.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'
import { findDataKey } from '#server/services/personal-data/data-key.ts'
import { keyIdOf } from '#server/services/personal-data/personal-data.ts'

const usage = '用法: npm run restore -- 备份文件夹 [--deletions 更新的备份] [--replace]'

/** `restore BACKUP …`: exit code 0 when all is there, 1 when nothing was changed, 2 for a wrong call. */
export function restoreCommand(config: Config): OperatorCommand {
  return async ({ args, cwd, print }) => {
    const called = readCall(args)
    if (called === undefined) {
      print(usage)
      return 2
    }
    const key = await findDataKey(config)
    if (key === undefined) {
      print(`没有密钥：请先把备份时的 data-key 文件放进 ${config.dataDir}，或设置 DATA_KEY`)
      return 1
    }
    const connection = await connectDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
    try {
      const told = await restoreBackup(connection, {
        folder: path.resolve(cwd, called.backup),
        ledger: called.deletions === undefined ? undefined : path.resolve(cwd, called.deletions),
        replace: called.replace,
        images: openImages(config),
        keyId: keyIdOf(key),
        now: new Date(),
      })
      const rows = told.tables.reduce((sum, table) => sum + table.rows, 0)
      print(`已恢复 ${told.madeAt} 的备份: ${told.tables.length} 张表 ${rows} 行，${told.pictures} 张图片`)
      return 0
    } finally {
      await connection.close()
    }
  }
}

function readCall(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { deletions: { type: 'string' }, replace: { type: 'boolean', default: false } },
    })
    const [backup, ...more] = positionals
    return backup === undefined || more.length > 0 ? undefined : { backup, ...values }
  } catch {
    return undefined
  }
}
