import type { Config } from '#server/config.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { connectDatabase, type Connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { countServing } from '#server/db/content/portable-rows.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'
import {
  activateNextKey,
  createNextKey,
  findDataKeys,
  hasPreviousKey,
} from '#server/services/personal-data/data-key.ts'
import { keyIdOf } from '#server/services/personal-data/personal-data.ts'
import { rekey } from '#server/services/personal-data/rekey.ts'
import { replayDeletions } from '#server/services/accounts/replay-deletions.ts'

const usage =
  '用法: npm run rekey （先停止网站；用 DATA_KEY 时，DATA_KEY 写新的密钥，DATA_KEY_PREVIOUS 写原来的；否则会在数据文件夹里造一个新的）'

/**
 * `rekey`: encrypts all personal data again with another key; an interrupted run continues. Exit code 0 when all is
 * done, 1 when not, 2 for a wrong call.
 */
export function rekeyCommand(config: Config, connect: Connect = connectDatabase): OperatorCommand {
  return async ({ args, print, signal, operator = accountName() }) => {
    if (args.length > 0) {
      print(usage)
      return 2
    }
    const connection = await connect({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
    try {
      if ((await connection.withStatementTimeout(10_000, countServing)) > 0) {
        print('有进程正在用这个数据库服务：请先停止网站')
        return 1
      }
      await migrate(connection)
      const { key, previous } = await keysOf(config)
      if (key === undefined || previous === undefined) {
        print(
          config.dataKey === undefined
            ? `${config.dataDir} 里没有 data-key 文件`
            : '请把原来的密钥放在 DATA_KEY_PREVIOUS，新的放在 DATA_KEY',
        )
        return 1
      }
      let reported = 0
      const progress = (done: number, all: number) => {
        if (done < all && done - reported < 5000) return
        reported = done
        print(`${done} / ${all} 行`)
      }
      const { rows, duplicates } = await rekey(connection, { key, previous, signal, progress })
      await replayDeletions(connection.db, new Date())
      const details = { keyId: keyIdOf(key), previousId: keyIdOf(previous) }
      await noteAccess(connection.db, { command: 'rekey', operator, details, rows })
      if (config.dataKey === undefined) await activateNextKey(config.dataDir)
      print(`已换成密钥 ${keyIdOf(key)}: 重新封存了 ${rows} 行`)
      if (duplicates > 0) print(`其中 ${duplicates} 行与另一行是同一个电话，不再能用电话找到，姓名和电话仍在`)
      print(
        config.dataKey === undefined
          ? '原来的密钥在 data-key.previous：恢复更早的备份时还要用，和新的一样保管，备份过期后删除'
          : '现在可以去掉 DATA_KEY_PREVIOUS；恢复更早的备份时还要用，备份过期后再丢掉',
      )
      return 0
    } finally {
      await connection.close()
    }
  }
}

/** For a key in a file a new one is created here, unless a rotation is in progress. */
async function keysOf(config: Config) {
  const found = await findDataKeys(config)
  if (config.dataKey !== undefined || found.key === undefined || found.isChanging) return found
  if (await hasPreviousKey(config.dataDir))
    throw new Error(
      `${config.dataDir} 里还有 data-key.previous，没有改动：先把它另外保存（恢复更早的备份时要用），再从那里移走`,
    )
  await createNextKey(config.dataDir)
  return findDataKeys(config)
}
