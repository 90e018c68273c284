import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { launchInitialise } from './launch.ts'
import { syncPath } from './sync-tree.ts'

const clusterName = 'cluster'
const unfinished = 'unfinished-'
/** Disk space in MB for a new database: 40 for the cluster and as much for its log. */
const neededMb = 128

/**
 * Returns the path of the database cluster in `folder`, initialising it at the first start: under another name, synced to
 * disk and then renamed, so that a crash leaves either nothing or all of it. The caller holds the lock.
 */
export async function ensureCluster(folder: string): Promise<string> {
  removeUnfinished(folder)
  const cluster = path.join(folder, clusterName)
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return cluster
  if (existsSync(cluster)) throw new Error(`${cluster} is not a database: move it away`)

  const { bavail, bsize } = statfsSync(folder)
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024)
  if (freeMb < neededMb) {
    throw new Error(`磁盘已满：在 ${folder} 新建数据库需要 ${neededMb} MB 空间，这里只剩 ${freeMb} MB`)
  }
  const fresh = mkdtempSync(path.join(folder, unfinished))
  await launchInitialise(fresh)
  renameSync(fresh, cluster)
  syncPath(folder)
  syncPath(path.dirname(folder))
  return cluster
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(unfinished))) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // The child process of a killed first start may still write there; the next start removes it.
    }
  }
}
