import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { launchInitialise } from './launch.ts'
import { syncPath } from './sync-tree.ts'

const clusterName = 'cluster'
const unfinished = 'unfinished-'
/** A new database has 40 MB, and its log as much again while it is made. */
const neededMb = 128

/**
 * Makes sure that `folder` holds a whole database and returns its path. A new one is made under another name, forced
 * to the disk and then renamed, so that a death at any moment leaves either nothing or all of it. Needs the lock.
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
      // The orphan of a killed first start may still write there for a moment; the next start removes it.
    }
  }
}
