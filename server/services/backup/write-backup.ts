import { rm } from 'node:fs/promises'
import type { PoolClient } from 'pg'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { syncTree } from '#server/db/embedded/sync-tree.ts'
import { countMigrations } from '#server/db/migrate.ts'
import { portableRows, portableSequences, portableTables } from '#server/db/content/portable-rows.ts'
import { withSnapshot } from '#server/db/content/snapshot.ts'
import { imageHash } from '#server/services/media/images/image-name.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { makeBackupFolder, writeManifest, writePicture, writeTable, type Manifest } from './backup-files.ts'

type Options = {
  /** The folder to create. */
  folder: string
  dataDir: string
  images: ImageStore
  keyId: string
  now: Date
  signal: AbortSignal
  /** Whether the connection has no other users. */
  alone?: boolean
}

const pictureNames = /\/media\/images\/([\da-f]{32}\.(?:jpg|png|webp|gif|avif))/g

/**
 * Writes all rows and the pictures they name into a new folder, from one snapshot, while the site runs. An unfinished
 * folder is removed. Rejects when `signal` aborts it. `missing`: pictures that rows name and the store does not have.
 */
export async function writeBackup(
  connection: DatabaseConnection,
  { folder, dataDir, images, keyId, now, signal, alone = false }: Options,
): Promise<Manifest & { missing: number }> {
  signal.throwIfAborted()
  await makeBackupFolder(folder)
  try {
    const named = new Set<string>()
    const readAll = async (client: PoolClient) => {
      const tables: Manifest['tables'] = []
      for (const table of await portableTables(client)) {
        const rows = collectingPictures(portableRows(client, table), named, signal)
        tables.push({ ...table, ...(await writeTable(folder, table.name, rows)) })
      }
      return {
        tables,
        sequences: await portableSequences(client),
        migrations: await countMigrations(client),
      }
    }
    const read = await withSnapshot(connection, dataDir, readAll, { alone })
    let pictures = 0
    for (const name of named) {
      signal.throwIfAborted()
      const bytes = await images.get(imageHash(name) ?? '')
      if (bytes === undefined) continue
      await writePicture(folder, name, bytes)
      pictures += 1
    }
    const manifest: Manifest = { format: 1, madeAt: now.toISOString(), keyId, ...read, pictures }
    await writeManifest(folder, manifest)
    syncTree(folder)
    return { ...manifest, missing: named.size - pictures }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Passes rows through and collects the pictures they name. */
async function* collectingPictures(
  batches: AsyncIterable<string[]>,
  named: Set<string>,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  for await (const batch of batches) {
    signal.throwIfAborted()
    for (const row of batch) for (const [, name = ''] of row.matchAll(pictureNames)) named.add(name)
    yield batch
  }
}
