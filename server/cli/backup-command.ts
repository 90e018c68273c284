import path from 'node:path'
import { parseArgs } from 'node:util'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { tryBackup } from '#server/services/backup/try-backup.ts'
import { writeBackup } from '#server/services/backup/write-backup.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import {
  reasonOf,
  type CommandCall,
  type OperatorCommand,
} from '#server/services/operations/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

const usage = '用法: npm run backup [-- --out 新文件夹 | --try 备份文件夹]'

/**
 * `backup [--out FOLDER]` writes a backup, `backup --try FOLDER` rehearses its restore in a scratch database: exit code 0
 * when all is written or restored, 1 when not, 2 for a wrong call.
 */
export function backupCommand(
  connection: DatabaseConnection,
  images: ImageStore,
  personal: PersonalData,
  dataDir: string,
): OperatorCommand {
  const { keyId } = personal
  return async (call) => {
    const { args, cwd, print, signal, operator = accountName() } = call
    const now = new Date()
    const flags = readFlags(args)
    if (flags === undefined) {
      print(usage)
      return 2
    }
    if (flags.try !== undefined) {
      return rehearse(connection, { folder: path.resolve(cwd, flags.try), personal, dataDir, now }, call)
    }
    const out = flags.out ?? `backup-${now.toISOString().slice(0, 19).replaceAll(':', '')}`
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

type Rehearsal = { folder: string; personal: PersonalData; dataDir: string; now: Date }

/** Rehearses a restore and records the outcome, a failure too: its row then has no rows and says why. */
async function rehearse(
  { db }: DatabaseConnection,
  { folder, ...site }: Rehearsal,
  { print, operator = accountName() }: CommandCall,
): Promise<number> {
  const command = 'backup try'
  try {
    const { madeAt, rows, pictures, names } = await tryBackup(folder, site)
    await noteAccess(db, { command, operator, details: { folder, madeAt }, rows })
    print(`${madeAt} 的备份恢复得出来：${rows} 行，${pictures} 张图片，解开了 ${names} 个申请的姓名`)
    return 0
  } catch (error) {
    await noteAccess(db, { command, operator, details: { folder, failure: reasonOf(error) } })
    throw error
  }
}

/** At most one of both, neither empty; undefined for a wrong call. */
function readFlags(args: readonly string[]): { out?: string; try?: string } | undefined {
  try {
    const options = { out: { type: 'string' }, try: { type: 'string' } } as const
    const { values } = parseArgs({ args: [...args], options })
    const given = [values.out, values.try].filter((folder) => folder !== undefined)
    return given.length > 1 || given.includes('') ? undefined : values
  } catch {
    return undefined
  }
}
