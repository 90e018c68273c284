import { mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { desc, isNotNull } from 'drizzle-orm'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { clue } from '#server/db/schema/index.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { BackupError } from './backup-files.ts'
import { restoreBackup } from './restore-backup.ts'

/** Name of the scratch folders in the data folder. */
const scratchPrefix = 'restore-try-'
/** Of the newest leads as many names are decrypted. */
const mostNames = 100

/** What a rehearsed restore showed. */
export type TriedBackup = {
  /** When the backup was made, an ISO moment. */
  madeAt: string
  rows: number
  pictures: number
  /** Names of leads that the site's key decrypted; 0 where there are none. */
  names: number
}

/**
 * Rehearses a restore: restores a backup into an embedded database in a scratch folder of the data folder, which is
 * removed again, and decrypts names of its leads; the site's own rows and pictures are not touched. Rejects with
 * `BackupError` for what a restore refuses, and when the key decrypts no name.
 */
export async function tryBackup(
  folder: string,
  { dataDir, personal, now }: { dataDir: string; personal: PersonalData; now: Date },
): Promise<TriedBackup> {
  await removeScratch(dataDir)
  const scratch = await mkdtemp(path.join(dataDir, scratchPrefix))
  try {
    const connection = await connectDatabase({ databaseUrl: undefined, dataDir: scratch })
    try {
      const { madeAt, tables, pictures } = await restoreBackup(connection, {
        folder,
        withoutLedger: true,
        replace: false,
        images: openImages({ dataDir: scratch }),
        keyId: personal.keyId,
        now,
      })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      return { madeAt, rows, pictures, names: await decryptNames(connection, personal) }
    } finally {
      await connection.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Scratch folders that a process left when it was killed. */
async function removeScratch(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(scratchPrefix))
  for (const name of names) await rm(path.join(dataDir, name), { recursive: true, force: true })
}

async function decryptNames({ db }: DatabaseConnection, personal: PersonalData): Promise<number> {
  const leads = await db
    .select({ name: clue.nameCipher })
    .from(clue)
    .where(isNotNull(clue.nameCipher))
    .orderBy(desc(clue.id))
    .limit(mostNames)
  try {
    for (const { name } of leads) personal.decrypt(name ?? '')
  } catch {
    throw new BackupError('备份里申请的姓名用现在的密钥读不出来')
  }
  return leads.length
}
