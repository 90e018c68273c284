import path from 'node:path'
import { parseArgs } from 'node:util'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { writeBackup } from '#server/services/backup/write-backup.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

const usage = '用法: npm run backup [-- --out 新文件夹]'

/** `backup [--out FOLDER]`: exit code 0 when all is written, 1 when not, 2 for a wrong call. */
export function backupCommand(
  connection: DatabaseConnection,
  images: ImageStore,
  { keyId }: PersonalData,
  dataDir: string,
): OperatorCommand {
  return async ({ args, cwd, print, signal, operator = accountName() }) => {
    const now = new Date()
    const out = readOut(args) ?? `backup-${now.toISOString().slice(0, 19).replaceAll(':', '')}`
    if (out === '') {
      print(usage)
      return 2
    }
    const folder = path.resolve(cwd, out)
    const manifest = await writeBackup(connection, { folder, dataDir, images, keyId, now, signal })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    await noteAccess(connection.db, { command: 'backup', operator, details: { folder }, rows })
    print(`${folder}: ${manifest.tables.length} 张表 ${rows} 行，${manifest.pictures} 张图片`)
    if (manifest.missing > 0) print(`数据里提到的 ${manifest.missing} 张图片没有找到`)
    print(`备份里没有密钥 ${keyId}：请另外保存 data-key 文件或 DATA_KEY，没有它姓名和电话无法读出`)
    return 0
  }
}

/** Empty for a wrong call. */
function readOut(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { out: { type: 'string' } } }).values.out
  } catch {
    return ''
  }
}
