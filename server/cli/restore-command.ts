import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { connectDatabase, type Connect } from '#server/db/connect.ts'
import { restoreBackup } from '#server/services/backup/restore-backup.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'
import { findDataKeys } from '#server/services/personal-data/data-key.ts'
import { keyIdOf } from '#server/services/personal-data/personal-data.ts'

const usage = '用法: npm run restore -- 备份文件夹 [--deletions 更新的备份 | --no-deletions] [--replace]'

/** `restore BACKUP …`: exit code 0 when all is restored, 1 when nothing was changed, 2 for a wrong call. */
export function restoreCommand(config: Config, connect: Connect = connectDatabase): OperatorCommand {
  return async ({ args, cwd, print, operator = accountName() }) => {
    const called = readCall(args)
    if (called === undefined) {
      print(usage)
      return 2
    }
    const { key, previous } = await findDataKeys(config)
    if (key === undefined) {
      print(`没有密钥：请先把备份时的 data-key 文件放进 ${config.dataDir}，或设置 DATA_KEY`)
      return 1
    }
    const connection = await connect({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
    try {
      const restored = await restoreBackup(connection, {
        folder: path.resolve(cwd, called.backup),
        ledger: called.deletions === undefined ? undefined : path.resolve(cwd, called.deletions),
        withoutLedger: called['no-deletions'],
        replace: called.replace,
        images: openImages(config),
        keyId: keyIdOf(key),
        keys: previous && { key, previous: { id: keyIdOf(previous), key: previous } },
        now: new Date(),
      })
      const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0)
      const { madeAt } = restored
      await noteAccess(connection.db, { command: 'restore', operator, details: { madeAt }, rows })
      print(
        `已恢复 ${restored.madeAt} 的备份：${restored.tables.length} 张表 ${rows} 行，${restored.pictures} 张图片`,
      )
      print('全部登录、验证码和签到设备的配对已结束：访客要重新登录，设备要重新配对')
      if (called['no-deletions']) print('备份之后注销、撤回和取消的没有再次处理：请按您留下的记录补做')
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
      options: {
        deletions: { type: 'string' },
        'no-deletions': { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
      },
    })
    const [backup, ...more] = positionals
    return backup === undefined || more.length > 0 ? undefined : { backup, ...values }
  } catch {
    return undefined
  }
}
